import { AxeBuilder } from '@axe-core/playwright';
import { type Page, expect } from '@playwright/test';

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

// expectNoViolations checks the accessibility of the page as it is.
export async function expectNoViolations(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).withTags(standards).analyze();
  const found = violations.map(({ id, nodes }) => ({ id, where: nodes.map(({ target, failureSummary }) => ({ target, failureSummary })) }));
  expect(found).toEqual([]);
}
