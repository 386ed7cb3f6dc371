import { Card } from '../../../ui/card.tsx';
import { DataParts } from './data-parts.tsx';
import { FormParts } from './form-parts.tsx';
import css from './gallery.module.css';
import { MoneyParts } from './money-parts.tsx';
import { OverlayParts } from './overlay-parts.tsx';

/** Every component with its states on one page, for those who build and check them; so its words are in no dictionary. */
export function Page() {
  return (
    <main className={`wrap ${css.page}`}>
      <h1>Sarraf UI</h1>
      <div className={css.columns}>
        <Card title="فرم و دکمه">
          <FormParts />
        </Card>
        <Card title="لایه‌ها و وضعیت‌ها">
          <OverlayParts />
        </Card>
      </div>
      <MoneyParts />
      <DataParts />
    </main>
  );
}
