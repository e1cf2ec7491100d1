import classes from './Schedule.module.css';

const examples = [
  { label: 'Weekdays at 06:30', cron: '30 6 * * MON-FRI' },
  { label: 'Every hour', cron: '0 * * * *' },
  { label: 'The first of the month', cron: '0 3 1 * *' },
];

// Examples fill in a trigger with one click.
export function Examples({ onChoose }: { onChoose: (cron: string) => void }) {
  return (
    <div className={classes.examples}>
      <span>Examples</span>
      {examples.map(({ label, cron }) => (
        <button key={cron} type="button" className={classes.example} onClick={() => onChoose(cron)}>
          {label}
        </button>
      ))}
    </div>
  );
}
