import classes from './Changes.module.css';

export type Step = 'pull' | 'commit' | 'push' | 'deploy';

const words: Record<Step, string> = { pull: 'Pull', commit: 'Commit', push: 'Push', deploy: 'Deploy' };

interface StepsProps {
  current: Step | undefined;
  hasConflict: boolean;
  // False if the project has no remote repository.
  withPush: boolean;
}

// Steps shows the way of a change to an environment.
export function Steps({ current, hasConflict, withPush }: StepsProps) {
  const steps = (Object.keys(words) as Step[]).filter((step) => step !== 'push' || withPush);
  return (
    <ol className={classes.steps} aria-label="Steps">
      {steps.map((step, index) => (
        <li key={step} aria-current={step === current ? 'step' : undefined} data-conflict={(step === 'pull' && hasConflict) || undefined}>
          <i aria-hidden="true">{index + 1}</i>
          {words[step]}
        </li>
      ))}
    </ol>
  );
}
