package config

import (
	"strconv"
	"strings"
	"time"
)

// duration accepts Go's notation. A number without a unit is rejected because it is ambiguous.
func duration() form[time.Duration] {
	return form[time.Duration]{
		shape: Text, expected: "a duration such as 500ms, 30s or 2m",
		read: func(text string) (time.Duration, bool) {
			value, err := time.ParseDuration(text)
			return value, err == nil && value >= 0
		},
	}
}

// retention is a duration that may be in days. A very short one is rejected as a mistake, except 0.
func retention() form[time.Duration] {
	return days(time.Hour, true, "0, or a duration from 1h to 36500d such as 12h or 30d")
}

// lifetime is a duration of a session.
func lifetime() form[time.Duration] {
	return days(5*time.Minute, false, "a duration from 5m to 36500d such as 12h or 30d")
}

// idleTime is a duration of a session without requests.
func idleTime() form[time.Duration] {
	return days(5*time.Minute, true, "0, or a duration from 5m to 36500d such as 30m or 7d")
}

// days is a duration that may be in days.
func days(shortest time.Duration, allowsZero bool, expected string) form[time.Duration] {
	const day, maxDays = 24 * time.Hour, 36_500
	read := duration().read
	return form[time.Duration]{
		shape: Text, expected: expected,
		read: func(text string) (time.Duration, bool) {
			value, ok := read(text)
			if digits, isDays := strings.CutSuffix(text, "d"); isDays {
				days, err := strconv.ParseUint(digits, 10, 16)
				value, ok = time.Duration(days)*day, err == nil
			}
			return value, ok && (value == 0 && allowsZero || value >= shortest && value <= maxDays*day)
		},
	}
}

// size is a number of bytes.
func size() form[int64] {
	return form[int64]{
		shape: Number, expected: "a size from 1 byte to 1 GiB, such as 65536, 512KiB or 1MiB",
		read: readSize,
	}
}

// largeSize is a number of bytes of memory or disk.
func largeSize() form[int64] {
	const smallest, largest = 128 << 20, 1 << 50
	return form[int64]{
		shape: Number, expected: "a size of at least 128 MiB, such as 512MiB or 4GiB",
		read: func(text string) (int64, bool) {
			size, ok := readSizeUpTo(text, largest)
			return size, ok && size >= smallest
		},
	}
}

func readSize(text string) (int64, bool) { return readSizeUpTo(text, 1<<30) }

func readSizeUpTo(text string, largest int64) (int64, bool) {
	digits := strings.TrimRight(text, "BKMGibkmg ")
	number, err := strconv.ParseInt(digits, 10, 64)
	if err != nil || strings.HasPrefix(digits, "+") {
		return 0, false
	}
	factor, ok := sizeUnit(strings.TrimSpace(text[len(digits):]))
	if !ok || number < 1 || number > largest/factor {
		return 0, false
	}
	return number * factor, true
}

// sizeUnit accepts only binary units, because KB may mean 1000 or 1024 bytes.
func sizeUnit(unit string) (int64, bool) {
	switch strings.ToLower(unit) {
	case "", "b":
		return 1, true
	case "kib":
		return 1 << 10, true
	case "mib":
		return 1 << 20, true
	case "gib":
		return 1 << 30, true
	}
	return 0, false
}

// rate is a number per second; 0 means no limit.
func rate() form[float64] {
	const largest = 1e6
	return form[float64]{
		shape: Number, expected: "a number from 0 to 1000000; 0 disables the limit",
		read: func(text string) (float64, bool) {
			value, err := strconv.ParseFloat(text, 64)
			return value, err == nil && value >= 0 && value <= largest // this also rejects NaN
		},
	}
}

// countOrNone is a count; 0 means no limit.
func countOrNone() form[int] {
	read := count().read
	return form[int]{
		shape: Number, expected: "a whole number from 0 to 1000000; 0 disables the limit",
		read: func(text string) (int, bool) {
			if text == "0" {
				return 0, true
			}
			return read(text)
		},
	}
}

func count() form[int] {
	const largest = 1_000_000
	return form[int]{
		shape: Number, expected: "a whole number from 1 to 1000000",
		read: func(text string) (int, bool) {
			value, err := strconv.Atoi(text)
			return value, err == nil && value >= 1 && value <= largest
		},
	}
}

// threads is a number of threads; 0 leaves the choice to the program that uses them.
func threads() form[int] {
	const largest = 1024
	return form[int]{
		shape: Number, expected: "a whole number from 0 to 1024",
		read: func(text string) (int, bool) {
			value, err := strconv.Atoi(text)
			return value, err == nil && value >= 0 && value <= largest
		},
	}
}
