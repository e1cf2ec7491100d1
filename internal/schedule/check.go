package schedule

import (
	"bytes"
	"encoding/json"
	"slices"
	"time"

	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/prose"
	"github.com/millrace/millrace/internal/selector"
)

// MostSchedules is how many schedules an organisation can have.
const MostSchedules = 10_000

const (
	longestName        = 200
	longestJob         = 200
	mostParameterBytes = 256 * 1024
	mostParallelism    = 256
	mostRetries        = 20
	longestRetryWait   = 24 * time.Hour
)

// check refuses a schedule that could not work.
func (s *Schedule) check(zones *Zones, now time.Time) error {
	s.Trigger.Cron = plainCron(s.Trigger.Cron)
	if err := prose.CheckName("the name of the schedule", s.Name, longestName); err != nil {
		return err
	}
	if err := s.Trigger.check(zones, now); err != nil {
		return err
	}
	if err := s.Work.check(); err != nil {
		return err
	}
	if err := s.Retry.check(); err != nil {
		return err
	}
	if err := s.checkNotifications(); err != nil {
		return err
	}
	if err := knownWord("overlap", s.Overlap, Queue, Skip, Parallel); err != nil {
		return err
	}
	return knownWord("missed", s.Missed, FireOnce, SkipMissed)
}

func (w Work) check() error {
	if err := prose.CheckLine("jobID", w.Job, longestJob); err != nil {
		return err
	}
	for _, text := range []string{w.Include, w.Exclude} {
		if _, _, err := selector.Parse(text); err != nil {
			return fault.Wrap(err, fault.Invalid, "the selector cannot be read: %s", err.Error()).
				WithHint("Write it like { name: ORDERS } OR { location: MART }.")
		}
	}
	if w.Parallelism < 0 || w.Parallelism > mostParallelism {
		return fault.New(fault.Invalid, "parallelism cannot be %d", w.Parallelism).
			WithHint("It is how many nodes run at once, from 1 to %d.", mostParallelism)
	}
	if len(w.Parameters) > mostParameterBytes {
		return fault.New(fault.Invalid, "the parameters take %d bytes", len(w.Parameters)).WithHint("At most %d.", mostParameterBytes)
	}
	if len(w.Parameters) > 0 && (!json.Valid(w.Parameters) || !bytes.HasPrefix(w.Parameters, []byte("{"))) {
		return fault.New(fault.Invalid, "the parameters are not a JSON object").WithHint(`Send an object like {"day": "2026-01-31"}.`)
	}
	return nil
}

func (r Retry) check() error {
	if r.Count < 0 || r.Count > mostRetries {
		return fault.New(fault.Invalid, "retries.count cannot be %d", r.Count).WithHint("It is from 0 to %d.", mostRetries)
	}
	if r.Wait < 0 || r.Wait > longestRetryWait {
		return fault.New(fault.Invalid, "retries.waitSeconds cannot be %.0f", r.Wait.Seconds()).
			WithHint("It is from 0 to %.0f, which is a day.", longestRetryWait.Seconds())
	}
	return knownWord("retries.from", r.From, FromBeginning, FromFailure)
}

func knownWord[W ~string](what string, word W, known ...W) error {
	if slices.Contains(known, word) {
		return nil
	}
	return fault.New(fault.Invalid, "%s cannot be %q", what, word).WithHint("It is one of %q.", known)
}
