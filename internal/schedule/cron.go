package schedule

import (
	"math/bits"
	"slices"
	"strings"
	"time"

	"github.com/netresearch/go-cron"

	"github.com/millrace/millrace/internal/fault"
)

const (
	maxCron = 200
	// leastStep is the shortest allowed time between two due times. Work that starts more often is a service, not a
	// schedule.
	leastStep = 10 * time.Second
)

// Cron is a cron expression of five fields: minute, hour, day of the month, month and day of the week; or of six, with
// seconds before them.
type Cron struct {
	text string

	seconds, minutes, hours, days, months, weekdays set
	// eachHour reports that the expression matches every hour; see Daylight saving in the package documentation.
	eachHour bool
	// eitherDay reports that both the day of the month and the day of the week are restricted, so that one match is
	// enough.
	eitherDay bool
}

// ParseCron parses an expression.
func ParseCron(written string) (Cron, error) {
	text := plainCron(written)
	fields := strings.Count(text, " ") + 1
	switch {
	case text == "":
		return Cron{}, cronFault("the cron expression is empty")
	case len(text) > maxCron:
		return Cron{}, cronFault("the cron expression has %d characters; the maximum is %d", len(text), maxCron)
	case strings.HasPrefix(text, "@"), strings.Contains(text, "="):
		return Cron{}, cronFault("the cron expression %q is not a list of fields", text)
	case fields == 1:
		return Cron{}, cronFault("the cron expression %q has only one field", text)
	case fields != 5 && fields != 6:
		return Cron{}, cronFault("the cron expression %q has %d fields", text, fields)
	}
	parser, err := cron.TryNewParser(cron.SecondOptional | cron.Minute | cron.Hour | cron.Dom | cron.Month | cron.Dow)
	if err != nil {
		return Cron{}, err
	}
	parsed, err := parser.Parse(text)
	spec, ok := parsed.(*cron.SpecSchedule)
	if err != nil || !ok {
		return Cron{}, wrongPart(parser, written, err)
	}
	return newCron(written, spec)
}

// plainCron returns an expression with single spaces.
func plainCron(text string) string { return strings.Join(strings.Fields(text), " ") }

func newCron(written string, spec *cron.SpecSchedule) (Cron, error) {
	text := plainCron(written)
	c := Cron{
		text:    text,
		seconds: setOf(spec.Second), minutes: setOf(spec.Minute), hours: setOf(spec.Hour),
		days: setOf(spec.Dom), months: setOf(spec.Month), weekdays: setOf(spec.Dow).withSunday(),
		eitherDay: isChosen(spec.Dom) && isChosen(spec.Dow),
	}
	c.eachHour = c.hours.size() == 24
	if slices.Contains([]set{c.seconds, c.minutes, c.hours, c.days, c.months, c.weekdays}, 0) { // a field of commas
		return Cron{}, cronFault("a field of the cron expression %q is empty", text).WithPosition(emptyField(written))
	}
	if c.seconds.leastGap(60) < int(leastStep/time.Second) {
		return Cron{}, fault.New(fault.Invalid, "the cron expression %q fires more often than every %s", text, leastStep).
			WithHint("Remove the seconds, or use steps of ten or more, such as */10.").WithPosition(cronFields(written)[0].position())
	}
	return c, nil
}

const cronHint = "Write five fields: minute hour day-of-month month day-of-week, like 30 6 * * MON-FRI; or six, with seconds first."

func cronFault(format string, args ...any) *fault.Error {
	return fault.New(fault.Invalid, format, args...).WithHint(cronHint)
}

// String returns the expression as it was written, with single spaces.
func (c Cron) String() string { return c.text }

// set is a set of small numbers: seconds, hours, days.
type set uint64

// anyValue is the parser's mark for a field that matches every value.
const anyValue = 1 << 63

func setOf(field uint64) set { return set(field &^ anyValue) }

func isChosen(field uint64) bool { return field&anyValue == 0 }

// withSunday reads 7 as 0; both are Sunday.
func (s set) withSunday() set {
	if s.has(7) {
		s |= 1
	}
	return s &^ (1 << 7)
}

func (s set) has(n int) bool { return s&(1<<uint(n)) != 0 }

func (s set) size() int { return bits.OnesCount64(uint64(s)) }

// from returns the smallest member that is at least n.
func (s set) from(n int) (int, bool) {
	rest := uint64(s) >> uint(n) << uint(n)
	return bits.TrailingZeros64(rest), rest != 0
}

// first returns the smallest member.
func (s set) first() int {
	least, _ := s.from(0)
	return least
}

// leastGap returns the smallest distance between two neighboring members on a dial of a number of values.
func (s set) leastGap(dial int) int {
	least := dial
	for at := s.first(); ; {
		next, ok := s.from(at + 1)
		if !ok {
			return min(least, s.first()+dial-at)
		}
		least, at = min(least, next-at), next
	}
}
