package main

import (
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"github.com/millrace/millrace/internal/enginekind"
	"github.com/millrace/millrace/internal/localrun"
	"github.com/millrace/millrace/internal/plan"
)

// localRun compares `millrace run` of many trivial tables with a process that creates the same tables through the driver
// in its fastest form. Both sides are whole processes, from their start to their end.
func (b *bench) localRun() (err error) {
	root, err := os.MkdirTemp("", "millrace-bench-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(root)) }()
	l := localComparison{bench: b, project: filepath.Join(root, "project"), driverFolder: filepath.Join(root, "driver")}
	if l.planned, err = trivialTables(b.small()); err != nil {
		return err
	}
	if err := l.planned.files.write(l.project); err != nil {
		return err
	}
	for round := range max(b.rounds, 5) {
		if err := l.round(round); err != nil {
			return err
		}
	}
	l.report()
	return nil
}

// localComparison has the times of both sides.
type localComparison struct {
	*bench

	planned               plannedProject
	project, driverFolder string

	fromEmpty, again comparison
	unchanged        times
	memory           []float64
}

// round builds everything from empty, again, and again when nothing has changed.
func (l *localComparison) round(number int) error {
	err := errors.Join(os.RemoveAll(filepath.Join(l.project, localrun.FolderName)), os.RemoveAll(l.driverFolder), os.Mkdir(l.driverFolder, 0o700))
	if err != nil {
		return err
	}
	for _, c := range []*comparison{&l.fromEmpty, &l.again} {
		err := inTurn(number,
			func() error { return c.platform.measure(func() (float64, error) { return l.runProject() }) },
			func() error { return c.driver.measure(l.runDriver) })
		if err != nil {
			return err
		}
	}
	return l.unchanged.measure(func() (float64, error) { return l.runProject("--only-changed") })
}

func (l *localComparison) runProject(args ...string) (seconds float64, err error) {
	used, err := l.command(append([]string{"run", l.project, "--parallelism", strconv.Itoa(atOnce)}, args...)...)
	l.memory = append(l.memory, used.megabytes)
	return used.seconds, err
}

// runDriver starts a process, lets it replace all tables, and waits until it has closed the file.
func (l *localComparison) runDriver() (seconds float64, err error) {
	began := time.Now()
	direct, err := startDriver(l.ctx, driverOrder{
		Files: databaseFiles{Folder: l.driverFolder, Databases: []string{enginekind.DefaultDatabase(enginekind.DuckDB)}},
		Plans: map[string]plan.Plan{refreshPlan: l.planned.best},
	})
	if err != nil {
		return 0, err
	}
	_, err = direct.run(refreshPlan)
	err = errors.Join(err, direct.close())
	return time.Since(began).Seconds(), err
}

func (l *localComparison) report() {
	tables := count(l.small()) + " tables"
	l.reportComparison("millrace run of "+tables+", from empty / CREATE OR REPLACE by the driver", l.fromEmpty, 1.3)
	l.reportComparison("millrace run of "+tables+", again / CREATE OR REPLACE by the driver", l.again, 1.3)
	nothing := comparison{platform: l.unchanged, driver: l.again.driver}
	l.reportComparison("millrace run of "+tables+", nothing changed / CREATE OR REPLACE by the driver", nothing, 0.15)
	l.note("peak memory of millrace run", figure(percentile(l.memory, 100), inMegabytes))
}
