const regionID = 'announcements';

// A dialog that an action closes is gone by then.
const delayMilliseconds = 50;

// announce sends a text to screen readers through a live region: at the end of the page, or in the open dialog, because the
// rest of the page is inert then.
export function announce(message: string): void {
  setTimeout(() => {
    const parent = document.querySelector('dialog[open]') ?? document.body;
    const region = document.getElementById(regionID) ?? newRegion();
    if (region.parentElement !== parent) parent.append(region);
    // Screen readers do not read an unchanged text again.
    region.textContent = region.textContent === message ? `${message}\u00a0` : message;
  }, delayMilliseconds);
}

function newRegion(): HTMLElement {
  const region = document.createElement('div');
  region.id = regionID;
  region.setAttribute('role', 'status');
  region.className = 'announcements';
  return region;
}
