import classes from './Wordmark.module.css';

// Wordmark is the logo, a mill wheel over water, with the name.
export function Wordmark({ size = 26 }: { size?: number }) {
  return (
    <span className={classes.wordmark}>
      <svg width={size} height={size} viewBox="0 0 28 28" fill="none" stroke="currentColor" strokeLinecap="round" aria-hidden="true">
        <circle cx="14" cy="11.5" r="6.6" strokeWidth="2" />
        <path d="M14 2.2v18.6M4.7 11.5h18.6M7.4 4.9l13.2 13.2M20.6 4.9 7.4 18.1" strokeWidth="1.6" />
        <path d="M1.5 24.5c2.1-1.9 4.2-1.9 6.3 0s4.2 1.9 6.2 0 4.2-1.9 6.3 0 4.2 1.9 6.2 0" strokeWidth="2" />
      </svg>
      <span>Millrace</span>
    </span>
  );
}
