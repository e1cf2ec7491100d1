import { Link, getRouteApi } from '@tanstack/react-router';
import type { LineageSearch } from '../app/catalogSearch';
import { Icon } from '../ui/Icon';
import classes from './Lineage.module.css';

const path = '/catalog/$environmentID/columns/$node/$column';
const route = getRouteApi('/signedIn/catalog/$environmentID/columns/$node/$column');

const choices: { label: string; use?: LineageSearch['use'] }[] = [
  { label: 'Values and filters' },
  { label: 'Values', use: 'values' },
  { label: 'Filters and joins', use: 'filters' },
];

// Legend explains the lines and chooses which of them are drawn.
export function Legend() {
  const { use } = route.useSearch();
  return (
    <div className={classes.legend}>
      <nav className={classes.switch} aria-label="Uses">
        {choices.map((choice) => (
          <Link
            key={choice.label}
            from={path}
            to={path}
            search={(old) => ({ ...old, use: choice.use })}
            replace
            resetScroll={false}
            className={classes.choice}
            data-on={choice.use === use || undefined}
            aria-current={choice.use === use ? 'true' : undefined}
          >
            {choice.label}
          </Link>
        ))}
      </nav>
      <ul className={classes.keys}>
        <li data-use="passThrough">
          <b>=</b> pass-through
        </li>
        <li data-use="transform">
          <b>ƒ</b> transform
        </li>
        <li data-use="filter">
          <Icon name="filter" size={14} /> filter or join
        </li>
      </ul>
    </div>
  );
}
