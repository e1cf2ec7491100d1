package main

import "errors"

// runsList compares the list of the latest runs with a bare handler that writes the same bytes. No run is active.
func (b *bench) runsList() (err error) {
	p, _, err := start(b.ctx, false)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, p.stop()) }()
	c, err := signIn(b.ctx, p.app.BaseURL)
	if err != nil {
		return err
	}
	s, err := trivialTables(3)
	if err != nil {
		return err
	}
	d, err := newDeployment(b.ctx, c, s, "")
	if err != nil {
		return err
	}
	for range 30 { // more than one page
		if _, err := d.refresh(b.ctx); err != nil {
			return err
		}
	}
	beside, err := b.compareWithBareHandler(p, "/api/v1/runs?limit=20", c.token)
	if err != nil {
		return err
	}
	b.atLeast("list 20 runs / bare handler, same bytes", beside.ratio, 0.4, asRatio)
	return b.measureUnderWrites(p, c, "/api/v1/runs?limit=20", beside.rate)
}
