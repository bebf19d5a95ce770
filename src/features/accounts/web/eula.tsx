interface Section {
  title: string;
  paragraphs: readonly string[];
}

const SECTIONS: readonly Section[] = [
  {
    title: '1. Who may use the service',
    paragraphs: [
      'You must be at least 13 years old to use the service. Whoever creates the account (the account holder) must be of an age at which they can enter into a contract where they live.',
      'The account holder may set the service up for another person, such as a parent, and confirms that this person agrees to it, or that the account holder is entitled to decide for them.',
    ],
  },
  {
    title: '2. Subscription and payment',
    paragraphs: [
      'The service is offered as a monthly subscription of $25 a month or a yearly subscription of $225 a year. It renews by itself at the end of each period until it is paused or canceled. You can cancel at any time; the service then stays usable until the end of the period that is paid for, unless you choose to end it at once.',
      'Payments are not refunded, neither in whole nor in part, also when you stop using the service before the end of a period. Rights that the law of your country gives you and that cannot be waived are not affected.',
      'Prices can change. You are told of a change at least 90 days before it applies to you, and you may cancel before that day.',
      'If a payment fails, or the subscription expires, access is blocked until it is renewed. What you stored is not deleted for that reason.',
    ],
  },
  {
    title: '3. Not a medical device, not an emergency service',
    paragraphs: [
      'The service reminds people of medications that you entered. It is not a medical device. It does not check doses, interactions or allergies, it gives no medical advice, and it does not replace a doctor, a pharmacist, a nurse or the attention of another person.',
      'A reminder can fail to appear or to sound: a tablet may be switched off, muted, without power or without a connection, or the service may be interrupted. Do not rely on it where a missed or repeated dose could cause harm.',
      'The service does not call for help. In an emergency call 911 or the emergency number of the place where you are.',
    ],
  },
  {
    title: '4. What the account holder is responsible for',
    paragraphs: [
      'The account holder enters medications, times and instructions as they were prescribed, checks them, and keeps them up to date.',
      'The account holder decides who is invited to the account and is responsible for what those people do in it. Passwords are kept secret, and people who should no longer have access are removed.',
      'Photos, links and other content may be added only by people who are entitled to share them. The service must not be used to harm, to deceive or to watch a person against their will, and nobody may try to reach the data of other households.',
    ],
  },
  {
    title: '5. Your content and your privacy, in plain words',
    paragraphs: [
      'What you enter belongs to you. It is stored so that the service can do its work: the names and contact details of the people in the account, medications and when they were taken, calendar events, photos, links, settings, and which activities were opened and for how long.',
      'The people of your household who have access see this information. It is not sold, it is not used for advertising, and it is not shown to other households. The operator of the server can reach it only to keep the service running, to help you when you ask, or where the law demands it.',
      'Some things need other services: the weather for your city, video and music that you link to, video calls, and card payments where they are used. These services see only what they need and follow their own terms. Card numbers go to the payment provider and are never stored by this service.',
      'You can ask for a copy of what is stored about your household, and you can have it deleted.',
    ],
  },
  {
    title: '6. The software, and running it yourself',
    paragraphs: [
      'You receive a personal right to use the software as it is offered here for your household while your subscription lasts. The right cannot be sold or passed on.',
      'The software can also be run on a server of your own or of your family. Whoever runs a server is then its operator: they answer for its safety, its backups and its availability, for what is stored on it, and for the promises of this agreement towards the people who use it. Where nothing is charged on such a server, the parts of this agreement about payment do not apply. The license that comes with the source code is not limited by this agreement.',
    ],
  },
  {
    title: '7. Changes and ending',
    paragraphs: [
      'The service is developed further, and features can be added, changed or withdrawn. If this agreement changes in a way that matters to you, you are told beforehand and may cancel.',
      'You may end this agreement at any time by canceling the subscription and deleting the account. The operator may end it with notice, or at once if the service is used against this agreement or against the law. Sections 3, 5 and 8 stay in force after the end, as far as they are still needed.',
    ],
  },
  {
    title: '8. Warranty and liability',
    paragraphs: [
      'The service is provided with care, but as it is and as it is available. As far as the law allows, there is no warranty that it is free of errors, that it is always available, or that it is fit for a particular purpose.',
      'As far as the law allows, the operator is not liable for indirect or consequential damage, nor for damage that comes from missed or wrong reminders, from content that people of the account added, or from the services of others. In all cases liability is limited to what you paid for the service in the twelve months before the damage. Nothing here limits liability that cannot be limited by law, such as for intent or for injury to life and health caused by negligence.',
    ],
  },
  {
    title: '9. General',
    paragraphs: [
      'If one part of this agreement is not valid, the other parts remain. The law of the place where the operator has its seat applies; as a consumer you keep the protection of the law of your own country.',
    ],
  },
  {
    title: '10. Contact',
    paragraphs: [
      'Questions about this agreement, about your data or about your subscription go to the support address that is named in the service, or to whoever runs the server that you use. By ticking the box below you confirm that you have read this agreement and accept it.',
    ],
  },
];

export function Eula() {
  return (
    <>
      <h3 className="font-bold">End User License Agreement</h3>
      <p>Effective 7 August 2025</p>
      <p className="mt-3">
        This agreement is between you and the operator of this service. Please read it to the end
        before you accept it.
      </p>
      {SECTIONS.map((section) => (
        <section key={section.title} className="mt-4">
          <h4 className="font-bold">{section.title}</h4>
          {section.paragraphs.map((paragraph) => (
            <p key={paragraph} className="mt-1.5">
              {paragraph}
            </p>
          ))}
        </section>
      ))}
    </>
  );
}
