package schedule

import (
	"bytes"
	"encoding/json"
	"slices"
	"time"

	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/plan"
	"github.com/millrace/millrace/internal/selector"
	"github.com/millrace/millrace/internal/validate"
)

// MaxSchedules limits the schedules of an organization.
const MaxSchedules = 10_000

const (
	maxName           = 200
	maxJob            = 200
	maxParameterBytes = 256 * 1024
	maxRetries        = 20
	maxRetryWait      = 24 * time.Hour
)

// check rejects an invalid schedule.
func (s *Schedule) check(zones *Zones, now time.Time) error {
	s.Trigger.Cron = plainCron(s.Trigger.Cron)
	if err := validate.CheckName("the name of the schedule", s.Name, maxName); err != nil {
		return err
	}
	if err := s.Trigger.check(zones, now); err != nil {
		return err
	}
	if err := s.Run.check(); err != nil {
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

func (w RunSpec) check() error {
	if err := validate.CheckLine("jobID", w.Job, maxJob); err != nil {
		return err
	}
	for _, text := range []string{w.Include, w.Exclude} {
		if _, _, err := selector.Parse(text); err != nil {
			return fault.Wrap(err, fault.Invalid, "invalid selector: %s", err.Error()).
				WithHint("Use a selector such as { name: ORDERS } OR { location: MART }.")
		}
	}
	if w.Parallelism != 0 {
		if err := plan.CheckParallelism(w.Parallelism); err != nil {
			return err
		}
	}
	if len(w.Parameters) > maxParameterBytes {
		return fault.New(fault.Invalid, "the parameters have %d bytes", len(w.Parameters)).WithHint("Use at most %d bytes.", maxParameterBytes)
	}
	if len(w.Parameters) > 0 && (!json.Valid(w.Parameters) || !bytes.HasPrefix(w.Parameters, []byte("{"))) {
		return fault.New(fault.Invalid, "the parameters are not a JSON object").WithHint(`Send an object like {"day": "2026-01-31"}.`)
	}
	return nil
}

func (r Retry) check() error {
	if r.Count < 0 || r.Count > maxRetries {
		return fault.New(fault.Invalid, "retries.count %d is out of range", r.Count).WithHint("Use a number from 0 to %d.", maxRetries)
	}
	if r.Wait < 0 || r.Wait > maxRetryWait {
		return fault.New(fault.Invalid, "retries.waitSeconds %.0f is out of range", r.Wait.Seconds()).
			WithHint("Use a number from 0 to %.0f, which is a day.", maxRetryWait.Seconds())
	}
	return knownWord("retries.from", r.From, FromBeginning, FromFailure)
}

func knownWord[W ~string](what string, word W, known ...W) error {
	if slices.Contains(known, word) {
		return nil
	}
	return fault.New(fault.Invalid, "%s cannot be %q", what, word).WithHint("Use one of %q.", known)
}
