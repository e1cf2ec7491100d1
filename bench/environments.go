package main

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/client"
	"github.com/millrace/millrace/internal/ids"
)

// environments measures the list of environments with a bearer token. It compares a list of 20 with a bare handler that
// writes the same bytes, then pages of 100 out of 10,000 with the list of 20.
func (b *bench) environments() (err error) {
	p, _, err := start(b.ctx, false)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, p.stop()) }()
	c, err := signIn(b.ctx, p.app.BaseURL)
	if err != nil {
		return err
	}
	token := c.token
	project, err := newProject(b.ctx, c.Client)
	if err != nil {
		return err
	}
	if err := fill(b.ctx, c.Client, project, 20); err != nil {
		return err
	}
	small, err := b.compareListWithBareHandler(p, token)
	if err != nil {
		return err
	}
	if err := b.measureUnderWrites(p, c, "/api/v1/environments", small); err != nil {
		return err
	}
	if err := fill(b.ctx, c.Client, project, 9_980); err != nil {
		return err
	}
	if err := b.measurePages(p, token, small); err != nil {
		return err
	}
	return b.measureUnderWrites(p, c, "/api/v1/environments?limit=100", small)
}

// compareListWithBareHandler compares the list with the bare handler and returns the platform's responses per second.
func (b *bench) compareListWithBareHandler(p *platform, token string) (float64, error) {
	beside, err := b.compareWithBareHandler(p, "/api/v1/environments", token)
	if err != nil {
		return 0, err
	}
	b.atLeast("list 20 environments with a token / bare handler, same bytes", beside.ratio, 0.5, asRatio)
	return beside.rate, nil
}

// measureUnderWrites measures the rate while a client changes an environment a hundred times a second, so that cached
// responses expire quickly.
func (b *bench) measureUnderWrites(p *platform, c admin, path string, small float64) error {
	ctx, stop := context.WithCancel(b.ctx)
	var writer sync.WaitGroup
	writes := 0
	writer.Go(func() {
		ticker := time.NewTicker(10 * time.Millisecond)
		defer ticker.Stop()
		for ctx.Err() == nil {
			<-ticker.C
			name := fmt.Sprintf("changed %d", writes)
			if _, err := c.UpdateEnvironment(ctx, "2", api.EnvironmentUpdate{Name: &name}); err == nil {
				writes++
			}
		}
	})
	rate, err := b.get(p.app.Address(), path, c.token)
	stop()
	writer.Wait()
	b.note(path+" under writes / the list of 20", fmt.Sprintf("%.2fx: %.0f requests/s beside %.0f writes/s", rate/small, rate, float64(writes)/b.load.Seconds()))
	return err
}

func (b *bench) measurePages(p *platform, token string, small float64) error {
	var slower []float64
	for range b.rounds {
		again, err := b.get(p.app.Address(), "/api/v1/environments?limit=20", token)
		if err != nil {
			return err
		}
		pages, err := b.get(p.app.Address(), "/api/v1/environments?limit=100", token)
		if err != nil {
			return err
		}
		slower = append(slower, small/pages)
		b.note("requests/s by limit=20 and limit=100 of 10,000", fmt.Sprintf("%.0f and %.0f", again, pages))
	}
	b.atMost("list 20 of 20 / a page of 100 of 10,000 environments", median(slower), 3, asRatio)
	return nil
}

// admin is the administrator of a running platform.
type admin struct {
	*client.Client

	token        string
	organization ids.Organization
}

func signIn(ctx context.Context, baseURL string) (admin, error) {
	anonymous, err := client.New(baseURL, "")
	if err != nil {
		return admin{}, err
	}
	session, err := anonymous.Login(ctx, api.Login{Email: adminEmail, Password: adminPassword})
	if err != nil {
		return admin{}, err
	}
	c, err := client.New(baseURL, session.AccessToken)
	return admin{c, session.AccessToken, ids.Organization(session.Organization.ID)}, err
}

func newProject(ctx context.Context, c *client.Client) (string, error) {
	created, err := c.CreateProject(ctx, api.ProjectCreate{Name: "Bench", PlatformKind: api.Duckdb})
	if err != nil {
		return "", err
	}
	return created.ID, nil
}

// fill creates environments, several at once.
func fill(ctx context.Context, c *client.Client, project string, n int) error {
	numbers := make(chan int)
	failed := make(chan error, n)
	var makers sync.WaitGroup
	for range 8 {
		makers.Go(func() {
			for i := range numbers {
				_, err := c.CreateEnvironment(ctx, api.EnvironmentCreate{Project: api.ID(project), Name: fmt.Sprintf("Environment %d", i)})
				failed <- err
			}
		})
	}
	for i := range n {
		numbers <- i
	}
	close(numbers)
	makers.Wait()
	close(failed)
	var all []error
	for err := range failed {
		all = append(all, err)
	}
	return errors.Join(all...)
}
