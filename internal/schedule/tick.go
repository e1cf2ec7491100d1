package schedule

import "time"

// farthest is how far ahead a due time is looked for. The longest that one can be away is eight years: 29 February, across
// a century that is no leap year.
const farthest = 10 * 366 * 24 * time.Hour

// nextWallTime gives the first time on the wall after another that the expression names. Times on the wall are written as if they
// were UTC. It is false when there is none within reach, as for 30 February.
func (c Cron) nextWallTime(after time.Time) (time.Time, bool) {
	after = after.Truncate(time.Second).Add(time.Second)
	day := time.Date(after.Year(), after.Month(), after.Day(), 0, 0, 0, 0, time.UTC)
	since := after.Sub(day)
	for last := after.Add(farthest); !day.After(last); since = 0 {
		if !c.months.has(int(day.Month())) {
			day = time.Date(day.Year(), day.Month()+1, 1, 0, 0, 0, 0, time.UTC)
			continue
		}
		if c.hasDay(day) {
			if at, ok := c.timeOfDay(since); ok {
				return day.Add(at), true
			}
		}
		day = day.AddDate(0, 0, 1)
	}
	return time.Time{}, false
}

// hasDay reports whether a day of a month that fits is named.
func (c Cron) hasDay(day time.Time) bool {
	byMonth, byWeek := c.days.has(day.Day()), c.weekdays.has(int(day.Weekday()))
	if c.eitherDay {
		return byMonth || byWeek
	}
	return byMonth && byWeek
}

// timeOfDay gives the first time of a day, from a time of that day on.
func (c Cron) timeOfDay(from time.Duration) (time.Duration, bool) {
	hour, minute, second := int(from.Hours()), int(from.Minutes())%60, int(from.Seconds())%60
	if c.hours.has(hour) {
		if c.minutes.has(minute) {
			if s, ok := c.seconds.from(second); ok {
				return clock(hour, minute, s), true
			}
		}
		if m, ok := c.minutes.from(minute + 1); ok {
			return clock(hour, m, c.seconds.first()), true
		}
	}
	h, ok := c.hours.from(hour + 1)
	return clock(h, c.minutes.first(), c.seconds.first()), ok
}

func clock(hour, minute, second int) time.Duration {
	return time.Duration(hour)*time.Hour + time.Duration(minute)*time.Minute + time.Duration(second)*time.Second
}
