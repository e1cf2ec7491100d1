// The color scheme of the application, or of the system if none was chosen. This runs before the page is shown.
try {
  const chosen = localStorage.getItem('mantine-color-scheme-value');
  if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.scheme = chosen;
} catch {
  // Storage is blocked: the scheme of the system applies.
}

document.addEventListener('DOMContentLoaded', () => {
  const navigation = document.querySelector('.navigation details');
  const isWide = matchMedia('(min-width: 801px)');
  const follow = () => { navigation.open = isWide.matches; };
  isWide.addEventListener('change', follow);
  follow();
  for (const code of document.querySelectorAll('.code')) addCopyButton(code);
  keepScrollable();
  addEventListener('resize', keepScrollable);
  document.addEventListener('keydown', (event) => {
    const isTyping = event.target instanceof HTMLElement && event.target.closest('input, textarea, select');
    if (event.key === '/' && !isTyping && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      document.getElementById('query').focus();
    }
  });
});

function addCopyButton(code) {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'copy';
  button.textContent = 'Copy';
  button.setAttribute('aria-label', 'Copy the code');
  button.addEventListener('click', async () => {
    let label = 'Copied';
    try {
      await navigator.clipboard.writeText(code.querySelector('code').textContent);
    } catch {
      label = 'Not allowed';
    }
    button.textContent = label;
    button.setAttribute('aria-label', label);
    setTimeout(() => {
      button.textContent = 'Copy';
      button.setAttribute('aria-label', 'Copy the code');
    }, 2000);
  });
  code.append(button);
}

// Only code and tables that scroll can be focused, so that the Tab key stops at few places.
function keepScrollable() {
  for (const element of document.querySelectorAll('pre, .table')) {
    if (element.scrollWidth > element.clientWidth) element.tabIndex = 0;
    else element.removeAttribute('tabindex');
  }
}
