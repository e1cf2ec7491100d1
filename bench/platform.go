package main

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"time"

	"github.com/millrace/millrace/internal/app"
	"github.com/millrace/millrace/internal/config"
)

const (
	adminEmail    = "admin@example.com"
	adminPassword = "correct horse battery staple"
)

// platform is the real platform with its default settings, except for the rate limits, which would otherwise determine
// the result.
type platform struct {
	app  *app.App
	stop func() error
}

// start starts a platform on an empty folder and returns how long that took. The log leaves the process at the default
// level, as it would under a service manager.
func start(ctx context.Context, sample bool) (*platform, time.Duration, error) {
	folder, err := os.MkdirTemp("", "millrace-bench-")
	if err != nil {
		return nil, 0, err
	}
	sink, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0)
	if err != nil {
		return nil, 0, err
	}
	settings, err := config.Load(config.Sources{Flags: map[string]string{
		"listen": "127.0.0.1:0", "data": folder, "limits-requests-per-second": "0", "limits-address-requests-per-second": "0",
		"duckdb-folders": os.TempDir(), // of the warehouse
	}, Environ: []string{"MILLRACE_ADMIN_EMAIL=" + adminEmail, "MILLRACE_ADMIN_PASSWORD=" + adminPassword}})
	if err != nil {
		return nil, 0, err
	}
	settings.NoSample = !sample
	began := time.Now()
	started, err := app.Start(ctx, app.Options{Settings: settings, Version: "bench", Logger: slog.New(slog.NewTextHandler(sink, nil))})
	took := time.Since(began)
	if err != nil {
		return nil, 0, err
	}
	ctx, cancel := context.WithCancel(ctx)
	done := make(chan error, 1)
	go func() { done <- started.Serve(ctx) }()
	return &platform{app: started, stop: func() error {
		cancel()
		return errors.Join(<-done, sink.Close(), os.RemoveAll(folder))
	}}, took, nil
}

// starts measures the time from an empty folder until the platform is ready.
func (b *bench) starts() error {
	for _, sample := range []bool{false, true} {
		var took []float64
		for range b.rounds {
			p, start, err := start(b.ctx, sample)
			if err != nil {
				return err
			}
			took = append(took, start.Seconds())
			if err := p.stop(); err != nil {
				return err
			}
		}
		what, goal := "start on an empty folder, without the sample", 1.0
		if sample {
			what, goal = "start on an empty folder, with the sample", 5.0
		}
		b.atMost(what, median(took), goal, inSeconds)
	}
	return nil
}
