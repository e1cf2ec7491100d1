package engine

// Bounds are the limits of a number and its default.
type Bounds struct{ Least, Most, Absent int }

// Number returns a setting that is a whole number within bounds.
func (r *Reader) Number(key string, bounds Bounds) int {
	value, ok := r.setting(key)
	if !ok {
		return bounds.Absent
	}
	number, ok := wholeNumber(value)
	if !ok || number < int64(bounds.Least) || number > int64(bounds.Most) {
		r.wrongf("setting %s is not a number from %d to %d", key, bounds.Least, bounds.Most)
		return bounds.Absent
	}
	return int(number)
}
