import type { ReactNode } from 'react';
import { Tabs as AriaTabs, Tab, TabList, TabPanel } from 'react-aria-components';

interface TabOf<Id extends string> {
  id: Id;
  label: ReactNode;
  content: ReactNode;
}

interface TabsProps<Id extends string> {
  label: string;
  tabs: readonly TabOf<Id>[];
  selected: Id;
  onChange: (id: Id) => void;
  className?: string;
  listClassName?: string;
}

export function Tabs<Id extends string>(props: TabsProps<Id>) {
  const choose = (key: unknown) => {
    const chosen = props.tabs.find((tab) => tab.id === key);
    if (chosen) props.onChange(chosen.id);
  };
  return (
    <AriaTabs
      selectedKey={props.selected}
      onSelectionChange={choose}
      className={props.className ?? ''}
    >
      <TabList
        aria-label={props.label}
        className={`flex rounded-[1.125rem] bg-sunk p-1.5 ${props.listClassName ?? ''}`}
      >
        {props.tabs.map((tab) => (
          <Tab
            key={tab.id}
            id={tab.id}
            className="flex min-h-14 flex-1 cursor-pointer items-center justify-center rounded-control px-3 text-center font-semibold data-hovered:bg-ground data-selected:bg-surface data-selected:shadow-e1 forced-colors:data-selected:border-2"
          >
            {tab.label}
          </Tab>
        ))}
      </TabList>
      {props.tabs.map((tab) => (
        <TabPanel key={tab.id} id={tab.id}>
          {tab.content}
        </TabPanel>
      ))}
    </AriaTabs>
  );
}
