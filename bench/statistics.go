package main

import "slices"

func median(values []float64) float64 { return percentile(values, 50) }

// midmean returns the mean of the middle half of the values. It ignores outliers as the median does, and varies less.
func midmean(values []float64) float64 {
	sorted := slices.Sorted(slices.Values(values))
	middle := sorted[len(sorted)/4 : len(sorted)-len(sorted)/4]
	var sum float64
	for _, value := range middle {
		sum += value
	}
	return sum / float64(len(middle))
}

// percentile returns the smallest value that at least the given percentage of the values do not exceed.
func percentile(values []float64, percent int) float64 {
	sorted := slices.Sorted(slices.Values(values))
	at := (len(sorted)*percent + 99) / 100
	return sorted[max(at-1, 0)]
}
