package engine

// Bounds are the values that a number may have, and the one that an absent setting stands for.
type Bounds struct{ Least, Most, Absent int }

// Number is a setting that is a whole number within bounds.
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
