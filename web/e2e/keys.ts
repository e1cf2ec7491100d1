import type { Page } from '@playwright/test';

// tabTo presses Tab until the element with that name has the focus, as a keyboard user does.
export async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let presses = 0; presses < 80; presses++) {
    await page.keyboard.press('Tab');
    const label = await page.evaluate(() => {
      const focused = document.activeElement as HTMLElement | null;
      const labels = (focused as HTMLInputElement | null)?.labels;
      return focused?.getAttribute('aria-label') ?? labels?.[0]?.innerText ?? focused?.innerText ?? '';
    });
    if (name.test(label.trim())) return;
  }
  throw new Error(`Tab never reached ${name}`);
}
