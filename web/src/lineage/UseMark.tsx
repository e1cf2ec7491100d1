import type { Use } from './trace';
import { lineLooks } from './trace';
import { Icon } from '../ui/Icon';
import classes from './Lineage.module.css';

// UseMark shows a use as mark, word and color.
export function UseMark({ use }: { use: Use }) {
  const { mark, word } = lineLooks[use];
  return (
    <span className={classes.use} data-use={use}>
      {mark ? <b>{mark}</b> : <Icon name="filter" size={12} />} {word}
    </span>
  );
}
