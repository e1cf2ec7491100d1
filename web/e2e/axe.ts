import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import type axe from 'axe-core';
import { expect } from './fixtures';

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

// The rules about colors. A theme changes nothing else: its styles are colors, and both themes have the same elements. So the second
// theme of a page needs only these.
const colorRules = ['color-contrast', 'link-in-text-block'];

// The checker is loaded into each page; its minified form is half as large.
const source = readFileSync(new URL('../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8');

// expectNoViolations checks the accessibility of the page as it is.
export async function expectNoViolations(page: Page, view?: string, { onlyColors = false } = {}): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  const runOnly = onlyColors ? { type: 'rule' as const, values: colorRules } : { type: 'tag' as const, values: standards };
  const violations = await page.evaluate(async (rules) => {
    const checker = (window as unknown as { axe: typeof axe }).axe;
    return (await checker.run(document, { runOnly: rules, resultTypes: ['violations'] })).violations;
  }, runOnly);
  const found = violations.map(({ id, nodes }) => ({ id, where: nodes.map(({ target, failureSummary }) => ({ target, failureSummary })) }));
  expect(found, view).toEqual([]);
}

// setTheme changes the colors that the browser prefers, and waits until the page has them. The attribute belongs to the
// application; the API documentation follows the browser without it.
async function setTheme(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await expect(page.locator(`html[data-mantine-color-scheme="${colorScheme}"], html:not([data-mantine-color-scheme])`)).toHaveCount(1);
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
}

// expectNoViolationsInBothThemes checks the accessibility of the page as it is, in light and in dark colors.
export async function expectNoViolationsInBothThemes(page: Page): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await setTheme(page, colorScheme);
    await expectNoViolations(page, colorScheme, { onlyColors: colorScheme === 'light' });
  }
}

// The views of a page in both themes at two widths. The last two have the other theme of a width.
export const viewsOf = (width: number) =>
  [
    { colorScheme: 'light', width, onlyColors: false },
    { colorScheme: 'dark', width: 390, onlyColors: false },
    { colorScheme: 'dark', width, onlyColors: true },
    { colorScheme: 'light', width: 390, onlyColors: true },
  ] as const;

// expectAccessible checks a page in both themes at two widths. A simple page is checked in one theme at each width.
export async function expectAccessible(page: Page, { isSimple = false } = {}): Promise<void> {
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  const size = page.viewportSize()!;
  for (const { colorScheme, width, onlyColors } of viewsOf(size.width).slice(0, isSimple ? 2 : 4)) {
    await setTheme(page, colorScheme);
    await page.setViewportSize({ width, height: size.height });
    await expectNoViolations(page, `${colorScheme}, ${width} px`, { onlyColors });
  }
  await setTheme(page, 'light');
  await page.setViewportSize(size);
}
