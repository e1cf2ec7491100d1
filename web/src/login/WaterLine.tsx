import classes from './LoginPage.module.css';

// WaterLine draws three waves at the bottom of the page.
export function WaterLine() {
  return (
    <svg className={classes.water} viewBox="0 0 1440 220" preserveAspectRatio="none" aria-hidden="true">
      <path d="M0 90c120-40 240-40 360 0s240 40 360 0 240-40 360 0 240 40 360 0v130H0z" opacity="0.35" />
      <path d="M0 130c120 36 240 36 360 0s240-36 360 0 240 36 360 0 240-36 360 0v90H0z" opacity="0.5" />
      <path d="M0 168c120-28 240-28 360 0s240 28 360 0 240-28 360 0 240 28 360 0v52H0z" />
    </svg>
  );
}
