import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from './fixtures';

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

// expectNoViolations checks the accessibility of the page as it is.
export async function expectNoViolations(page: Page, view?: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).withTags(standards).analyze();
  const found = violations.map(({ id, nodes }) => ({ id, where: nodes.map(({ target, failureSummary }) => ({ target, failureSummary })) }));
  expect(found, view).toEqual([]);
}

// expectAccessible checks a page in both themes at two widths. A simple page is checked in one theme at each width.
export async function expectAccessible(page: Page, { isSimple = false } = {}): Promise<void> {
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  const size = page.viewportSize()!;
  const views = [
    ['light', size.width],
    ['dark', 390],
    ['dark', size.width],
    ['light', 390],
  ] as const;
  for (const [colorScheme, width] of isSimple ? views.slice(0, 2) : views) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: size.height });
    await expectNoViolations(page, `${colorScheme}, ${width} px`);
  }
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize(size);
}
