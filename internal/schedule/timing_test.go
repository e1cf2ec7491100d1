package schedule_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/schedule"
)

func timing(t *testing.T, expression, zone string) (schedule.Timing, *time.Location) {
	t.Helper()
	read, err := schedule.ParseCron(expression)
	if err != nil {
		t.Fatal(err)
	}
	place, err := new(schedule.Zones).Find(zone)
	if err != nil {
		t.Fatal(err)
	}
	made, err := schedule.NewTiming(read, place, time.Date(2026, time.January, 1, 0, 0, 0, 0, time.UTC))
	if err != nil {
		t.Fatal(err)
	}
	return made, place
}

const localForm = "2006-01-02 15:04:05 -0700"

// TestDueTimes has the examples of the documentation. Moments carry their offset from UTC, which tells the two passes of an
// hour apart.
func TestDueTimes(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		cron, zone, after string
		want              []string
	}{
		"every morning": {"30 6 * * *", "", "2026-01-31 06:30:00 +0000", []string{"2026-02-01 06:30:00 +0000", "2026-02-02 06:30:00 +0000"}},
		"seconds":       {"*/20 59 23 * * *", "UTC", "2026-01-01 00:00:00 +0000", []string{"2026-01-01 23:59:00 +0000", "2026-01-01 23:59:20 +0000"}},
		"workdays":      {"0 8 * * MON-FRI", "UTC", "2026-01-02 08:00:00 +0000", []string{"2026-01-05 08:00:00 +0000"}},
		"either kind of day": {
			"0 0 1 * MON", "UTC", "2026-01-26 00:00:00 +0000",
			[]string{"2026-02-01 00:00:00 +0000", "2026-02-02 00:00:00 +0000", "2026-02-09 00:00:00 +0000"},
		},
		"leap day": {"0 0 29 2 *", "UTC", "2096-02-29 00:00:00 +0000", []string{"2104-02-29 00:00:00 +0000"}},
		"in a gap": {
			"30 2 * * *", "Europe/Berlin", "2026-03-28 02:30:00 +0100",
			[]string{"2026-03-29 03:00:00 +0200", "2026-03-30 02:30:00 +0200"},
		},
		"twice on the wall": {
			"30 2 * * *", "Europe/Berlin", "2026-10-24 02:30:00 +0200",
			[]string{"2026-10-25 02:30:00 +0200", "2026-10-26 02:30:00 +0100"},
		},
		"asked between the two": {"30 2 * * *", "Europe/Berlin", "2026-10-25 02:15:00 +0100", []string{"2026-10-26 02:30:00 +0100"}},
		"several in one gap": {
			"*/20 2 * * *", "America/New_York", "2026-03-07 02:40:00 -0500",
			[]string{"2026-03-08 03:00:00 -0400", "2026-03-09 02:00:00 -0400"},
		},
		"steps over a gap": {
			"*/30 * * * *", "Europe/Berlin", "2026-03-29 01:00:00 +0100",
			[]string{"2026-03-29 01:30:00 +0100", "2026-03-29 03:00:00 +0200", "2026-03-29 03:30:00 +0200"},
		},
		"steps when the hour comes twice": {
			"*/30 * * * *", "Europe/Berlin", "2026-10-25 02:00:00 +0200",
			[]string{"2026-10-25 02:30:00 +0200", "2026-10-25 02:00:00 +0100", "2026-10-25 02:30:00 +0100", "2026-10-25 03:00:00 +0100"},
		},
		"every other hour": {
			"0 */2 * * *", "Europe/Berlin", "2026-10-25 00:00:00 +0200",
			[]string{"2026-10-25 02:00:00 +0200", "2026-10-25 04:00:00 +0100"},
		},
		"no midnight": {
			"0 0 * * *", "Africa/Cairo", "2026-04-23 00:00:00 +0200",
			[]string{"2026-04-24 01:00:00 +0300", "2026-04-25 00:00:00 +0300"},
		},
		"a day that was left out": {
			"0 12 * * *", "Pacific/Apia", "2011-12-29 12:00:00 -1000",
			[]string{"2011-12-31 00:00:00 +1400", "2011-12-31 12:00:00 +1400"},
		},
		"half an hour": {
			"15 2 * * *", "Australia/Lord_Howe", "2026-10-03 02:15:00 +1030",
			[]string{"2026-10-04 02:30:00 +1100", "2026-10-05 02:15:00 +1100"},
		},
	} {
		r, place := timing(t, tt.cron, tt.zone)
		after, err := time.Parse(localForm, tt.after)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, due := range r.Times(after, len(tt.want)) {
			got = append(got, due.In(place).Format(localForm))
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

func TestCronThatNeverFiresIsRejected(t *testing.T) {
	t.Parallel()
	read, err := schedule.ParseCron("0 0 30 2 *")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := schedule.NewTiming(read, time.UTC, time.Now()); !fault.Is(err, fault.Invalid) {
		t.Errorf("%v, want invalid", err)
	}
}

func TestUnknownTimeZoneIsRejected(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"Mars/Olympus", "Local", "../etc/passwd", "Europe/Berlin\x00", string(make([]byte, 5000))} {
		if _, err := new(schedule.Zones).Find(name); !fault.Is(err, fault.Invalid) || len(err.Error()) > 1000 {
			t.Errorf("%q: %v, want invalid", name, err)
		}
	}
}

// TestLast: the newest due time in a span, however long it is.
func TestLast(t *testing.T) {
	t.Parallel()
	until := time.Date(2026, time.November, 1, 11, 59, 59, 0, time.UTC)
	for expression, want := range map[string]string{
		"*/10 * * * * *": "2026-11-01 11:59:50", "0 12 * * *": "2026-10-31 12:00:00", "*/10 * * 1 1 *": "2026-01-01 23:59:50",
		"59 59 11 * * *": "2026-11-01 11:59:59",
	} {
		r, _ := timing(t, expression, "")
		last, ok := r.Last(until.AddDate(-5, 0, 0), until)
		if got := last.Format(time.DateTime); !ok || got != want {
			t.Errorf("%s: %s, want %s", expression, got, want)
		}
		if _, ok := r.Last(last, until); ok {
			t.Errorf("%s: there is one after the last", expression)
		}
	}
}
