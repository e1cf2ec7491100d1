const regionID = 'announcements';

// announce sends a text to screen readers through a live region at the end of the page.
export function announce(message: string): void {
  const region = document.getElementById(regionID) ?? newRegion();
  // Screen readers do not read an unchanged text again.
  region.textContent = region.textContent === message ? `${message}\u00a0` : message;
}

function newRegion(): HTMLElement {
  const region = document.createElement('div');
  region.id = regionID;
  region.setAttribute('role', 'status');
  region.className = 'announcements';
  document.body.append(region);
  return region;
}
