package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/audit"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/page"
	"github.com/millrace/millrace/internal/webhook"
)

const deliveryColumns = `d.id, d.webhook_id, d.kind, d.run_id, d.body, d.state, d.created_at, d.due_at, d.give_up_at, d.ended_at`

func scanDelivery(scan scanner) (webhook.Delivery, error) {
	var d webhook.Delivery
	var created, due, giveUp, ended int64
	err := scan(&d.ID, &d.Webhook, &d.Kind, &d.Run, &d.Body, &d.State, &created, &due, &giveUp, &ended)
	d.CreatedAt, d.DueAt, d.GiveUpAt, d.EndedAt = fromMoment(created), fromMoment(due), fromMoment(giveUp), fromMoment(ended)
	return d, err
}

// CreateTest stores a test delivery for one webhook.
func (s *Webhooks) CreateTest(ctx context.Context, by account.Actor, id webhook.ID) (webhook.Delivery, error) {
	var tried webhook.Delivery
	err := s.db.write(ctx, by, audit.On(audit.Test, audit.Webhook, string(id)), func(t *tx) error {
		w, err := t.lockActive(ctx, by.Organization, id)
		if err != nil {
			return err
		}
		t.auditName(w.Description)
		event := webhook.Event{Kind: webhook.Test, At: t.now, Data: webhook.Data{
			Webhook: &webhook.NamedRef{ID: string(w.ID), Name: w.Description},
		}}
		body, err := event.Body()
		if err != nil {
			return err
		}
		tried = webhook.Delivery{ID: webhook.NewDeliveryID(), Webhook: w.ID, Kind: event.Kind, Body: body}
		if err := t.insertDelivery(ctx, by.Organization, tried); err != nil {
			return err
		}
		tried, err = findDelivery(ctx, t, by.Organization, tried.ID)
		return err
	})
	return tried, err
}

// lockActive locks a webhook that is active, and ends its pause, so that it is tried at once whatever failed before.
func (t *tx) lockActive(ctx context.Context, organization ids.Organization, id webhook.ID) (webhook.Webhook, error) {
	w, err := findWebhook(ctx, t, organization, id, t.dialect.forUpdate)
	if err != nil {
		return w, err
	}
	if !w.IsActive {
		return w, fault.New(fault.Conflict, "webhook %s is not active", id).WithHint("Set isActive to true first.")
	}
	_, err = t.ExecContext(ctx, `UPDATE webhooks SET paused_until = 0 WHERE organization_id = $1 AND id = $2`, organization, id)
	return w, err
}

// Replay makes a delivery due now, with the full time to live of a new one. Its expiry always differs from the one
// before, which tells a running attempt that it is not the last one.
func (s *Webhooks) Replay(ctx context.Context, by account.Actor, of webhook.ID, id webhook.DeliveryID) (webhook.Delivery, error) {
	var replayed webhook.Delivery
	err := s.db.write(ctx, by, audit.On(audit.Replay, audit.Webhook, string(of)), func(t *tx) error {
		w, err := t.lockActive(ctx, by.Organization, of)
		if err != nil {
			return err
		}
		t.auditName(w.Description)
		t.auditChanges(nil, audit.Fields{{Name: "delivery", Value: id}})
		missing, err := affectedNone(t.ExecContext(ctx, `UPDATE webhook_deliveries SET state = 'waiting', due_at = $1,
			give_up_at = CASE WHEN give_up_at < $2 THEN $2 ELSE give_up_at + 1 END, ended_at = 0, failed = 0 WHERE organization_id = $3 AND webhook_id = $4 AND id = $5`,
			moment(t.now), moment(t.now.Add(webhook.RetryFor)), by.Organization, of, id))
		if missing {
			return webhook.DeliveryNotFound(string(id))
		}
		if err != nil {
			return err
		}
		replayed, err = findDelivery(ctx, t, by.Organization, id)
		return err
	})
	return replayed, err
}

func findDelivery(ctx context.Context, q querier, organization ids.Organization, id webhook.DeliveryID) (webhook.Delivery, error) {
	row := q.QueryRowContext(ctx, `SELECT `+deliveryColumns+` FROM webhook_deliveries d WHERE d.organization_id = $1 AND d.id = $2`, organization, id)
	d, err := scanDelivery(row.Scan)
	if errors.Is(err, sql.ErrNoRows) {
		return d, webhook.DeliveryNotFound(string(id))
	}
	if err != nil {
		return d, err
	}
	one := []webhook.Delivery{d}
	err = addAttempts(ctx, q, organization, one)
	return one[0], err
}

// Deliveries returns a page of the log of a webhook.
func (s *Webhooks) Deliveries(ctx context.Context, query webhook.DeliveryQuery) (page.Result[webhook.Delivery], error) {
	if _, err := s.Find(ctx, query.Organization, query.Webhook); err != nil {
		return page.Result[webhook.Delivery]{}, err
	}
	result, err := fetch(ctx, s.db, list{
		columns: deliveryColumns,
		from:    `webhook_deliveries d WHERE d.organization_id = $1 AND d.webhook_id = $2`,
		args:    []any{query.Organization, query.Webhook},
		id:      column{sql: "d.id", word: true},
		fields:  webhook.DeliveryOrder,
		order: map[string]column{
			"id": {sql: "d.id", word: true}, "createdAt": {sql: "d.created_at", number: true}, "state": {sql: "d.state", word: true},
		},
	}, query.Page, scanDelivery)
	if err != nil {
		return result, err
	}
	for some := range slices.Chunk(result.Items, maxLogged) {
		if err := addAttempts(ctx, s.db.reader, query.Organization, some); err != nil {
			return result, translate(err)
		}
	}
	return result, nil
}

// maxLogged is how many deliveries one statement reads the attempts of.
const maxLogged = 500

// addAttempts reads the attempts of deliveries.
func addAttempts(ctx context.Context, q querier, organization ids.Organization, deliveries []webhook.Delivery) error {
	positions := make(map[webhook.DeliveryID]int, len(deliveries))
	wanted := make([]string, len(deliveries))
	args := []any{organization}
	for i, d := range deliveries {
		positions[d.ID] = i
		wanted[i] = fmt.Sprintf("$%d", i+2)
		args = append(args, d.ID)
	}
	type made struct {
		webhook.Attempt

		of webhook.DeliveryID
	}
	rows, err := queryAll(ctx, q, func(scan scanner) (m made, err error) {
		var started, took int64
		err = scan(&m.of, &m.Number, &started, &took, &m.Status, &m.Answer, &m.Problem)
		m.StartedAt, m.Took = fromMoment(started), time.Duration(took)*time.Millisecond
		return m, err
	}, `SELECT delivery_id, number, started_at, took_ms, status, answer, problem FROM webhook_attempts
		WHERE organization_id = $1 AND delivery_id IN (`+strings.Join(wanted, ", ")+`) ORDER BY number`, args...)
	for _, m := range rows {
		of := &deliveries[positions[m.of]]
		of.Attempts = append(of.Attempts, m.Attempt)
	}
	return err
}
