package schedule_test

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/millrace/millrace/internal/schedule"
)

// modelled are places whose clocks do something unusual, and some whose do not.
var modelled = []string{
	"UTC", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "America/St_Johns", "Africa/Cairo", "Asia/Kathmandu", "Pacific/Apia",
	"Africa/Casablanca", "America/Sao_Paulo", "Antarctica/Troll", "Asia/Tehran", "Pacific/Chatham", "Europe/Dublin", "America/Godthab",
}

// TestNextAgreesWithTheModel compares due times with those of a model that looks at the clock on the wall minute by minute.
func TestNextAgreesWithTheModel(t *testing.T) {
	t.Parallel()
	rounds := 200
	if testing.Short() {
		rounds = 40
	}
	dice := rand.New(rand.NewPCG(5, 6))
	for range rounds {
		expression, zone := randomCron(dice), modelled[dice.IntN(len(modelled))]
		from := time.Date(2009+dice.IntN(28), time.Month(1+dice.IntN(12)), 1+dice.IntN(28), 0, 0, 0, 0, time.UTC)
		if dice.IntN(2) == 0 {
			from = nearChange(t, zone, from)
		}
		compareWithModel(t, expression, zone, from)
	}
}

// TestDueTimesOfAYear goes through a whole year, with both changes of the clocks in it.
func TestDueTimesOfAYear(t *testing.T) {
	t.Parallel()
	from := time.Date(2026, time.January, 1, 0, 0, 0, 0, time.UTC)
	for _, zone := range []string{"Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Africa/Cairo"} {
		for _, expression := range []string{"30 2 * * *", "0 */6 * * *", "15 * * * *", "30 0-3 * * *"} {
			r, place := timing(t, expression, zone)
			model := newModel(t, expression, place)
			want := model.between(from, from.AddDate(1, 0, 0))
			if got := within(r, from, from.AddDate(1, 0, 0)); fmt.Sprint(got) != fmt.Sprint(want) {
				t.Errorf("%s in %s: %d due times, the model has %d", expression, zone, len(got), len(want))
			}
		}
	}
}

// nearChange is a day before the next change of the clocks.
func nearChange(t *testing.T, zone string, from time.Time) time.Time {
	t.Helper()
	place, err := new(schedule.Zones).Find(zone)
	if err != nil {
		t.Fatal(err)
	}
	if _, change := from.In(place).ZoneBounds(); !change.IsZero() {
		return change.AddDate(0, 0, -1).Truncate(time.Minute).UTC()
	}
	return from
}

func compareWithModel(t *testing.T, expression, zone string, from time.Time) {
	t.Helper()
	r, place := timing(t, expression, zone)
	until := from.AddDate(0, 0, 4)
	got := within(r, from, until)
	want := newModel(t, expression, place).between(from, until)
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Fatalf("%s in %s from %s:\n%v\nthe model has\n%v", expression, zone, from, got, want)
	}
	for i, due := range got {
		if i > 0 && !due.After(got[i-1]) {
			t.Fatalf("%s in %s: %s comes after %s", expression, zone, due, got[i-1])
		}
		if again, ok := r.Next(due.Add(-time.Nanosecond)); !ok || !again.Equal(due) {
			t.Fatalf("%s in %s: just before %s the next is %s", expression, zone, due, again)
		}
	}
}

func within(r schedule.Timing, from, until time.Time) []time.Time {
	var all []time.Time
	for at := from; ; {
		next, ok := r.Next(at)
		if !ok || next.After(until) {
			return all
		}
		all = append(all, next)
		at = next
	}
}

// model is the rule in its plainest words, for expressions of five fields.
type model struct {
	minutes, hours, days, months, weekdays map[int]bool
	place                                  *time.Location
	eitherDay                              bool
}

func newModel(t *testing.T, expression string, place *time.Location) model {
	t.Helper()
	fields := strings.Fields(expression)
	return model{
		minutes: numbers(t, fields[0], 0, 59), hours: numbers(t, fields[1], 0, 23), days: numbers(t, fields[2], 1, 31),
		months: numbers(t, fields[3], 1, 12), weekdays: numbers(t, fields[4], 0, 6), place: place,
		eitherDay: fields[2] != "*" && fields[4] != "*",
	}
}

func (m model) names(wall time.Time) bool {
	day := m.days[wall.Day()] && m.weekdays[int(wall.Weekday())]
	if m.eitherDay {
		day = m.days[wall.Day()] || m.weekdays[int(wall.Weekday())]
	}
	return m.minutes[wall.Minute()] && m.hours[wall.Hour()] && day && m.months[int(wall.Month())]
}

// between gives the due times after one moment and up to another. It begins to look two days earlier, to know which times
// the clock has shown already.
func (m model) between(from, until time.Time) []time.Time {
	var due []time.Time
	wall := func(moment time.Time) time.Time {
		_, offset := moment.In(m.place).Zone()
		return moment.Add(time.Duration(offset) * time.Second)
	}
	latest := wall(from.AddDate(0, 0, -2))
	for at := from.AddDate(0, 0, -2); !at.After(until); at = at.Add(time.Minute) {
		shows := wall(at)
		fires := len(m.hours) == 24 && m.names(shows)
		for ; len(m.hours) < 24 && latest.Before(shows); latest = latest.Add(time.Minute) {
			fires = fires || m.names(latest.Add(time.Minute))
		}
		if fires && at.After(from) {
			due = append(due, at)
		}
	}
	return due
}

// numbers reads a field of numbers, ranges and steps.
func numbers(t *testing.T, field string, low, high int) map[int]bool {
	t.Helper()
	all := map[int]bool{}
	for part := range strings.SplitSeq(field, ",") {
		span, stepText, hasStep := strings.Cut(part, "/")
		from, to, step := low, high, 1
		if span != "*" {
			first, last, isRange := strings.Cut(span, "-")
			from, to = number(t, first), number(t, first)
			if isRange {
				to = number(t, last)
			}
		}
		if hasStep {
			step = number(t, stepText)
		}
		for n := from; n <= to; n += step {
			all[n] = true
		}
	}
	return all
}

func number(t *testing.T, text string) int {
	t.Helper()
	n, err := strconv.Atoi(text)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func randomCron(dice *rand.Rand) string {
	return strings.Join([]string{
		randomField(dice, 0, 59, 1), randomField(dice, 0, 23, 2), randomField(dice, 1, 31, 4), randomField(dice, 1, 12, 6), randomField(dice, 0, 6, 4),
	}, " ")
}

// randomField is a field, the more often * the larger ease is.
func randomField(dice *rand.Rand, low, high, ease int) string {
	if dice.IntN(ease+1) > 0 && ease > 1 {
		return "*"
	}
	from := low + dice.IntN(high-low)
	to := from + 1 + dice.IntN(high-from)
	switch dice.IntN(4) {
	case 0:
		return strconv.Itoa(from)
	case 1:
		return fmt.Sprintf("%d-%d", from, to)
	case 2:
		return fmt.Sprintf("*/%d", 2+dice.IntN((high-low)/2))
	default:
		return fmt.Sprintf("%d,%d", from, to)
	}
}
