import { addressesOf } from './addresses';
import { expectAccessible } from './axe';
import { expect, test } from './fixtures';
import { errorOf } from './process';
import { Sample } from './sample';

test.use({ withSample: true });

// The pages are shared between tests that run at the same time.
const parts = 2;

for (let part = 0; part < parts; part++) {
  test(`every page of the application is accessible and reports no error, part ${part + 1} of ${parts}`, async ({ app, seed, context }) => {
    test.slow();
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const commands = new Set<string>();
    const messages: string[] = [];
    app.on('console', (message) => {
      if (message.type() === 'error') messages.push(`${message.text()} ${message.location().url}`);
    });
    const addresses = await addressesOf(seed, await Sample.of(seed));
    for (const { route, path } of addresses.filter((_, index) => index % parts === part)) {
      await test.step(route, async () => {
        await app.goto(path);
        await expect(app.getByRole('heading', { level: 1 })).toBeVisible();
        await expect(app.getByRole('heading', { level: 1 })).not.toHaveText('This page does not exist');
        await expectAccessible(app);
        expect(messages.splice(0), path).toEqual([]);
        const copy = app.getByRole('button', { name: 'Copy as command' }).first();
        // A page that creates something has nothing to copy before it is filled in.
        if (!(await copy.isVisible()) || (await copy.getAttribute('aria-disabled'))) return;
        await copy.click();
        await expect(app.getByRole('button', { name: 'Copied' })).toBeVisible();
        commands.add(await app.evaluate(() => navigator.clipboard.readText()));
      });
    }
    // The commands that the pages copy show the same in a terminal.
    expect(commands.size).toBeGreaterThan(5);
    const errors = await Promise.all([...commands].map((command) => errorOf(command, seed)));
    expect(errors.filter(Boolean)).toEqual([]);
  });
}
