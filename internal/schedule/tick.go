package schedule

import "time"

// farthest limits the search for the next due time. The longest distance is eight years: 29 February, across a century
// that is not a leap year.
const farthest = 10 * 366 * 24 * time.Hour

// nextWallTime returns the first wall-clock time after another that the expression names. Wall-clock times are written
// as if they were UTC. It returns false if there is none within the limit, as for 30 February.
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

// hasDay reports whether the expression names a day of a matching month.
func (c Cron) hasDay(day time.Time) bool {
	byMonth, byWeek := c.days.has(day.Day()), c.weekdays.has(int(day.Weekday()))
	if c.eitherDay {
		return byMonth || byWeek
	}
	return byMonth && byWeek
}

// timeOfDay returns the first matching time of a day, from a time of that day on.
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
