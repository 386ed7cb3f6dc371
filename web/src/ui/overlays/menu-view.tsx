import { CSPProvider } from '@base-ui/react/csp-provider';
import { Menu } from '@base-ui/react/menu';
import { NavLink } from '../../framework/navigation/router.tsx';
import css from './popup.module.css';
import type { MenuProps } from './props.ts';

export function MenuView({
  label,
  trigger,
  triggerClass,
  head,
  items,
  defaultOpen,
}: MenuProps & { defaultOpen: boolean }) {
  return (
    <CSPProvider disableStyleElements>
      <Menu.Root defaultOpen={defaultOpen} modal={false}>
        <Menu.Trigger className={triggerClass} aria-label={label}>
          {trigger}
        </Menu.Trigger>
        <Menu.Portal>
          <Menu.Positioner className={css.positioner} sideOffset={8} align="end" collisionPadding={12}>
            <Menu.Popup className={css.popup}>
              {head && <div className={css.head}>{head}</div>}
              {items.map((item) => {
                const content = (
                  <>
                    {item.icon && <span className={css.icon}>{item.icon}</span>}
                    <span className={css.label}>{item.label}</span>
                  </>
                );
                return (
                  <div key={item.key} role="none">
                    {item.separated && <Menu.Separator className={css.separator} />}
                    {item.to ? (
                      <Menu.LinkItem className={css.item} closeOnClick render={<NavLink to={item.to} end />}>
                        {content}
                      </Menu.LinkItem>
                    ) : (
                      <Menu.Item className={css.item} onClick={item.onSelect}>
                        {content}
                      </Menu.Item>
                    )}
                  </div>
                );
              })}
            </Menu.Popup>
          </Menu.Positioner>
        </Menu.Portal>
      </Menu.Root>
    </CSPProvider>
  );
}
