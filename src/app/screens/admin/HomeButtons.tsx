import { HomeButtonsTab } from '#features/home-buttons/web/HomeButtonsTab.tsx';
import { DEFAULT_SETTINGS } from '#features/settings/domain/defaults.ts';
import { useSettings } from '#features/settings/web/queries.ts';
import { sectionIcon } from '../home/section-icons.ts';
import { TabletPreview } from './TabletPreview.tsx';

/** Settings of the home buttons, with a preview of the tablet. */
export function HomeButtons() {
  const settings = useSettings().data ?? DEFAULT_SETTINGS;
  return (
    <HomeButtonsTab
      iconOf={sectionIcon}
      preview={(shown) => <TabletPreview buttons={shown} settings={settings} />}
    />
  );
}
