const regionID = 'announcements';

// announce speaks to screen readers through one quiet region at the end of the page.
export function announce(message: string): void {
  const region = document.getElementById(regionID) ?? newRegion();
  // An unchanged text would not be spoken a second time.
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
