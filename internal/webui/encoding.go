package webui

import (
	"net/http"
	"strconv"
	"strings"
)

// wantsGzip reads Accept-Encoding. A request for a part of a file gets the plain bytes, since that is what the
// person counting them has in mind.
func wantsGzip(r *http.Request) bool {
	if r.Header.Get("Range") != "" {
		return false
	}
	for offer := range strings.SplitSeq(r.Header.Get("Accept-Encoding"), ",") {
		name, parameters, _ := strings.Cut(offer, ";")
		if strings.EqualFold(strings.TrimSpace(name), "gzip") {
			return !isRefused(parameters)
		}
	}
	return false
}

// isRefused is true for a quality of zero, with which a client names what it does not take.
func isRefused(parameters string) bool {
	value, isQuality := strings.CutPrefix(strings.TrimSpace(parameters), "q=")
	if !isQuality {
		return false
	}
	quality, err := strconv.ParseFloat(value, 64)
	return err == nil && quality == 0
}
