package scale_test

import "time"

// clock is a clock that runs faster than the real one.
type clock struct {
	began  time.Time // real
	start  time.Time // of the day
	factor float64
}

// dayStart is the beginning of the day that is played, later than the clock of this machine.
func dayStart() time.Time { return time.Date(2060, time.March, 10, 0, 0, 0, 0, time.UTC) }

// newClock returns a clock on which a day takes a real time, from now on.
func newClock(day time.Duration) *clock {
	return &clock{began: time.Now(), start: dayStart(), factor: float64(24*time.Hour) / float64(day)}
}

func (c *clock) now() time.Time {
	return c.start.Add(time.Duration(float64(time.Since(c.began)) * c.factor))
}

// real returns the real time that a time on the clock took.
func (c *clock) real(onClock time.Duration) time.Duration {
	return time.Duration(float64(onClock) / c.factor)
}
