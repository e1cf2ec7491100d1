import classes from './SkipLink.module.css';

export function SkipLink() {
  return (
    <a className={classes.skip} href="#main" onClick={goToContent}>
      Skip to content
    </a>
  );
}

// The link does not change the address, because the router would treat the fragment as a location.
function goToContent(event: React.MouseEvent): void {
  event.preventDefault();
  document.getElementById('main')?.focus();
}
