package config

import (
	"strconv"
	"strings"
	"time"
)

// Keep is how long something is kept. What is older, or more than the number, is deleted; 0 is no limit.
type Keep struct {
	Age   time.Duration
	Count int
}

// String returns the rule as the settings write it; empty if it keeps everything.
func (k Keep) String() string {
	text := FormatDays(k.Age)
	if k.Count > 0 {
		text += "/" + strconv.Itoa(k.Count)
	}
	return text
}

// FormatDays returns a duration as the settings write it, in days if it is a number of days; empty for 0.
func FormatDays(duration time.Duration) string {
	const day = 24 * time.Hour
	switch {
	case duration == 0:
		return ""
	case duration%day == 0:
		return strconv.Itoa(int(duration/day)) + "d"
	case duration%time.Hour == 0:
		return strconv.Itoa(int(duration/time.Hour)) + "h"
	default:
		return duration.String()
	}
}

// Retention says how long an organization keeps what has ended.
type Retention struct{ Runs, Results, Deployments Keep }

// RetentionOf returns the rules of an organization.
func (s *Settings) RetentionOf(id, name string) Retention {
	return Retention{
		Runs: keepFor(s.RunRetention, id, name), Results: keepFor(s.ResultRetention, id, name), Deployments: keepFor(s.DeploymentRetention, id, name),
	}
}

// keepFor returns the rule of an organization: its own, or that for all.
func keepFor(rules Grants[Keep], id, name string) (rule Keep) {
	isOwn := false
	for _, grant := range rules {
		switch grant.Organization {
		case "":
			if !isOwn {
				rule = grant.Value
			}
		case id, name:
			rule, isOwn = grant.Value, true
		}
	}
	return rule
}

// keeps reads ages and numbers, for all organizations or for one.
func keeps() form[Grants[Keep]] {
	return grants("ages, numbers or both with commas between them, each for all organizations or for one, such as 90d, Acme=30d/500, Test=/20", readKeep)
}

// readKeep reads an age, a slash and a number, or an age, or a slash and a number.
func readKeep(text string) (keep Keep, ok bool) {
	const maxCount = 1_000_000
	age, count, hasCount := strings.Cut(text, "/")
	if hasCount {
		n, err := strconv.ParseUint(count, 10, 31)
		if err != nil || n > maxCount {
			return keep, false
		}
		keep.Count = int(n)
	}
	if age == "" {
		return keep, hasCount
	}
	keep.Age, ok = retention().read(age)
	return keep, ok
}
