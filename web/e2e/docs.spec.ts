import { expectNoViolationsInBothThemes } from './axe';
import { expect, test } from './fixtures';

test('the documentation needs no session, and leads from page to page', async ({ page, pageErrors }) => {
  await page.goto('/docs');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Documentation');
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Node types' }).click();
  await expect(page).toHaveURL(/\/docs\/reference\/node-types$/);
  await expect(page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Node types' })).toHaveAttribute('aria-current', 'page');
  // A relative link of the document, with an anchor.
  await page.getByRole('link', { name: '@testRange' }).first().click();
  await expect(page).toHaveURL(/\/docs\/reference\/annotations#testrange$/);
  await expect(page.locator('#testrange')).toBeInViewport();
  expect(pageErrors).toEqual([]);
});

test('the search finds a section, and / focuses it', async ({ page }) => {
  await page.goto('/docs/3-projects');
  await page.keyboard.press('/');
  await page.keyboard.type('unknown-column');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status')).toContainText('unknown-column');
  await page.getByRole('link', { name: 'unknown-column' }).first().click();
  await expect(page).toHaveURL(/\/docs\/reference\/errors#unknown-column$/);
  await page.goto('/docs/search?q=xyzzyqux');
  await expect(page.getByRole('status')).toContainText('No section contains');
});

test('code is copied as it is shown', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/docs/reference/configuration');
  const code = page.locator('.code').first();
  await code.getByRole('button', { name: 'Copy the code' }).click();
  await expect(code.getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await code.locator('code').textContent());
});

test('pages of the documentation have no violations, and fit a narrow window', async ({ page, pageErrors }) => {
  for (const path of ['/docs', '/docs/tutorial', '/docs/reference/annotations', '/docs/11-web', '/docs/search?q=test', '/docs/nothing']) {
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const ownErrors = [...pageErrors].filter((error) => !error.includes('404'));
    expect(ownErrors, path).toEqual([]);
    await expectNoViolationsInBothThemes(page);
    await page.setViewportSize({ width: 390, height: 800 });
    await expectNoViolationsInBothThemes(page);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow, path).toBeLessThanOrEqual(0);
    // The checker copies styles, which the content security policy reports; the page itself never violates it.
    pageErrors.splice(0, pageErrors.length);
  }
});

test('the documentation follows the colors of the application', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/docs');
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await background();
  await page.evaluate(() => localStorage.setItem('mantine-color-scheme-value', 'dark'));
  await page.reload();
  expect(await background()).not.toBe(light);
});

test('the application leads to the documentation', async ({ app }) => {
  await app.goto('/projects');
  await app.getByRole('link', { name: 'Documentation' }).click();
  await expect(app).toHaveURL(/\/docs$/);
  await app.getByRole('link', { name: 'Application', exact: true }).click();
  await expect(app).toHaveURL(/\/projects$/);
});
