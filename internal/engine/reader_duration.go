package engine

import "time"

// Duration returns a setting that is a duration: text such as 30m, or a number of seconds. 0 means none, and so does an
// absent setting.
func (r *Reader) Duration(key string, most time.Duration) time.Duration {
	value, ok := r.setting(key)
	if !ok {
		return 0
	}
	length, ok := duration(value)
	if !ok || length < 0 || length > most || length%time.Millisecond != 0 {
		r.wrongf("setting %s is not a duration up to %s, such as 90s, 30m or a number of seconds", key, most)
		return 0
	}
	return length
}

func duration(value any) (time.Duration, bool) {
	if text, ok := value.(string); ok {
		length, err := time.ParseDuration(text)
		return length, err == nil
	}
	seconds, ok := wholeNumber(value)
	if !ok || seconds < 0 || seconds > int64((1<<63-1)/time.Second) {
		return 0, false
	}
	return time.Duration(seconds) * time.Second, true
}
