import classes from './SkipLink.module.css';

export function SkipLink() {
  return (
    <a className={classes.skip} href="#main" onClick={goToContent}>
      Skip to content
    </a>
  );
}

// The fragment stays out of the address, where the router would take it for a place to keep.
function goToContent(event: React.MouseEvent): void {
  event.preventDefault();
  document.getElementById('main')?.focus();
}
