package doctor

import (
	"context"
	"fmt"

	"github.com/millrace/millrace/api"
)

// schedules reports schedules that are paused or whose last firing failed.
func (s Server) schedules(ctx context.Context) []Finding {
	const check = "schedules"
	page, err := s.Client.ListSchedules(ctx, &api.ListSchedulesParams{Limit: new("100")})
	if err != nil {
		return unlisted(check, err)
	}
	var findings []Finding
	for i := range page.Data[:min(len(page.Data), maxTested)] {
		if finding, bad := s.schedule(ctx, &page.Data[i]); bad {
			findings = append(findings, finding)
		}
	}
	if len(findings) == 0 {
		findings = []Finding{allGood(check, len(page.Data), "is paused or failing")}
	}
	return append(findings, rest(check, page.Total)...)
}

func (s Server) schedule(ctx context.Context, one *api.Schedule) (Finding, bool) {
	check := "schedule " + one.Name
	if one.IsPaused {
		return warnf(check, "it is paused").withHint("Resume it with `millrace schedules resume %s`.", one.ID), true
	}
	page, err := s.Client.ListFirings(ctx, one.ID, &api.ListFiringsParams{Limit: new("1")})
	if err != nil {
		return s.refused(check, err), true
	}
	if len(page.Data) == 0 {
		return Finding{}, false
	}
	last := &page.Data[0]
	if last.State != "failed" {
		return Finding{}, false
	}
	finding := failf(check, "its last firing failed%s", reason(last.Reason))
	if last.RunID != nil {
		return finding.withHint("See `millrace results %d --failed`.", *last.RunID), true
	}
	return finding.withHint("See `millrace schedules firings %s`.", one.ID), true
}

func reason(given *string) string {
	if text(given) == "" {
		return ""
	}
	return fmt.Sprintf(": %s", *given)
}
