package httpapi

import (
	"context"
	"encoding/json"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/internal/page"
	"github.com/millrace/millrace/internal/webhook"
)

// TestWebhook sends a test event.
func (h *handlers) TestWebhook(ctx context.Context, r api.TestWebhookRequestObject) (api.TestWebhookResponseObject, error) {
	delivery, err := h.services.Webhooks.Test(ctx, actorOf(ctx), webhook.ID(r.WebhookID))
	if err != nil {
		return nil, err
	}
	return api.TestWebhook202JSONResponse(presentDelivery(delivery)), nil
}

// ListDeliveries returns a page of the deliveries of a webhook, newest first by default.
func (h *handlers) ListDeliveries(ctx context.Context, r api.ListDeliveriesRequestObject) (api.ListDeliveriesResponseObject, error) {
	request, err := deliveryPage(page.Params{
		Limit: r.Params.Limit, StartingFrom: r.Params.StartingFrom, OrderBy: r.Params.OrderBy, OrderByDirection: r.Params.OrderByDirection,
	})
	if err != nil {
		return nil, err
	}
	result, err := h.services.Webhooks.Deliveries(ctx, webhook.DeliveryQuery{
		Organization: actorOf(ctx).Organization, Webhook: webhook.ID(r.WebhookID), Page: request,
	})
	if err != nil {
		return nil, err
	}
	info := pageInfo(request, result)
	return api.ListDeliveries200JSONResponse{
		Data:  present(result.Items, presentDelivery),
		Total: info.Total, Limit: info.Limit, Next: info.Next, OrderBy: info.OrderBy, OrderByDirection: info.OrderByDirection,
	}, nil
}

// ReplayDelivery sends a delivery again.
func (h *handlers) ReplayDelivery(ctx context.Context, r api.ReplayDeliveryRequestObject) (api.ReplayDeliveryResponseObject, error) {
	delivery, err := h.services.Webhooks.Replay(ctx, actorOf(ctx), webhook.ID(r.WebhookID), webhook.DeliveryID(r.DeliveryID))
	if err != nil {
		return nil, err
	}
	return api.ReplayDelivery202JSONResponse(presentDelivery(delivery)), nil
}

func presentDelivery(d webhook.Delivery) api.Delivery {
	shape := api.Delivery{
		ID: string(d.ID), Event: string(d.Kind), State: string(d.State), CreatedAt: timestamp(d.CreatedAt),
		Attempts: present(d.Attempts, presentAttempt), EndedAt: optionalTime(d.EndedAt),
	}
	if d.Run != 0 {
		shape.RunID = new(int64(d.Run))
	}
	if d.State == webhook.Waiting {
		shape.NextAttemptAt = new(timestamp(d.DueAt))
	}
	var payload map[string]any
	if err := json.Unmarshal(d.Body, &payload); err == nil { // the server wrote it
		shape.Payload = &payload
	}
	return shape
}

func presentAttempt(a webhook.Attempt) api.DeliveryAttempt {
	shape := api.DeliveryAttempt{
		Number: a.Number, At: timestamp(a.StartedAt), Error: optional(a.Problem), Answer: optional(a.Answer),
		Milliseconds: int(a.Took.Milliseconds()),
	}
	if a.Status != 0 {
		shape.Status = &a.Status
	}
	return shape
}

// deliveryPage reads the paging parameters of a list of deliveries. There may be very many, and clients want the newest.
func deliveryPage(params page.Params) (page.Request, error) {
	if params.OrderByDirection == nil {
		params.OrderByDirection = new("desc")
	}
	return page.Parse(limitOr(params, defaultRunLimit), webhook.DeliveryOrder)
}
