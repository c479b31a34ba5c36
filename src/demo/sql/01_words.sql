-- What the incident is told with: time-ordered ids, and the errors a .NET service reports.
-- All of these files run in one transaction, so now() is the same moment in each of them.

-- A UUIDv7 of the moment `at`; the same seed gives the same random part.
CREATE FUNCTION pg_temp.id_at(at timestamptz, seed text) RETURNS uuid LANGUAGE sql IMMUTABLE AS $$
    SELECT (lpad(to_hex(floor(extract(epoch FROM at) * 1000)::bigint), 12, '0') || '7' || substr(h, 1, 3)
            || substr('89ab', 1 + ('x' || substr(h, 4, 1))::bit(4)::integer % 4, 1) || substr(h, 5, 15))::uuid
    FROM md5(seed) AS h
$$;

-- A number from 0 to `below` - 1 that looks random.
CREATE FUNCTION pg_temp.pick(seed text, below integer) RETURNS integer LANGUAGE sql IMMUTABLE AS $$
    SELECT (('x' || substr(md5(seed), 1, 7))::bit(28)::integer) % below
$$;

-- What the service reports for a failure reason (facts §2), about the order or file `what`.
CREATE FUNCTION pg_temp.failure(reason integer, what text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
    SELECT CASE reason
    WHEN 0 THEN NULL
    WHEN 1 THEN 'Whizbang.Core.Transports.TransportNotReadyException: Transport ''azure-service-bus'' is not connected (state Reconnecting)
   at Whizbang.Core.Workers.OutboxPublisherWorker.PublishAsync(OutboxRow row, CancellationToken ct)
   at Shop.Orders.Messaging.EventPublisher.PublishAsync(IEvent message) in /src/Orders/Messaging/EventPublisher.cs:line 61'
    WHEN 2 THEN 'Azure.Messaging.ServiceBus.ServiceBusException: The operation did not complete within the allotted timeout of 00:00:30 for ' || what || '. (ServiceTimeout)
 ---> System.Net.Sockets.SocketException (110): Connection timed out
   at System.Net.Sockets.Socket.AwaitableSocketAsyncEventArgs.ThrowException(SocketError error, CancellationToken ct)
   at Azure.Core.Pipeline.RetryPolicy.ProcessAsync(HttpMessage message)
   --- End of inner exception stack trace ---
   at Azure.Messaging.ServiceBus.ServiceBusSender.SendMessagesAsync(IEnumerable`1 messages, CancellationToken ct)
   at Shop.Orders.Messaging.EventPublisher.PublishAsync(IEvent message) in /src/Orders/Messaging/EventPublisher.cs:line 74'
    WHEN 3 THEN 'System.Text.Json.JsonException: The JSON value could not be converted to Shop.Orders.Contracts.Money. Path: $.payload.total.currency | LineNumber: 0 | BytePositionInLine: 412.
   at System.Text.Json.ThrowHelper.ThrowJsonException_DeserializeUnableToConvertValue(Type propertyType)
   at Shop.Orders.Serialization.MoneyConverter.Read(Utf8JsonReader& reader) in /src/Orders/Serialization/MoneyConverter.cs:line 29
   at Shop.Orders.Receptors.PaymentReceptor.HandleAsync(PaymentConfirmed message) in /src/Orders/Receptors/PaymentReceptor.cs:line 48'
    WHEN 4 THEN 'FluentValidation.ValidationException: Validation failed:
 -- Invoice.Number: 請求書番号は既に使用されています (' || what || ') Severity: Error
 -- Invoice.Recipient: العنوان غير مكتمل Severity: Error
   at FluentValidation.AbstractValidator`1.RaiseValidationException(ValidationContext`1 context, ValidationResult result)
   at Shop.Orders.Invoicing.InvoiceIssuer.IssueAsync(Order order) in /src/Orders/Invoicing/InvoiceIssuer.cs:line 112'
    WHEN 5 THEN 'MaxAttemptsExceeded: gave up after 10 attempts'
    WHEN 6 THEN 'LeaseExpired: attempt ended without a reported outcome; the instance stopped renewing its lease'
    WHEN 7 THEN 'Npgsql.PostgresException (0x80004005): 23505: duplicate key value violates unique constraint "idx_event_store_stream"

DETAIL: Key (stream_id, version)=(' || what || ') already exists.
   at Npgsql.Internal.NpgsqlConnector.ReadMessageLong(Boolean async, DataRowLoadingMode mode)
   at Shop.Orders.Persistence.EventAppender.AppendAsync(IReadOnlyList`1 events) in /src/Orders/Persistence/EventAppender.cs:line 87'
    WHEN 8 THEN 'Shop.Payments.Client.ThrottledException: 429 Too Many Requests from https://payments.internal/v2/captures (retry-after: 30)
   at Shop.Payments.Client.CaptureClient.SendAsync(HttpRequestMessage request) in /src/Payments.Client/CaptureClient.cs:line 133
   at Shop.Orders.Payments.CaptureHandler.HandleAsync(CapturePayment command) in /src/Orders/Payments/CaptureHandler.cs:line 40'
    WHEN 10 THEN 'Shop.Orders.Security.ScopeException: no security context could be established: the token of tenant ''nordwind'' is signed by an unknown key
   at Shop.Orders.Security.ScopeFactory.Establish(MessageScope scope) in /src/Orders/Security/ScopeFactory.cs:line 55'
    WHEN 11 THEN 'Whizbang.Core.EmptyStreamIdException: the message names the stream 00000000-0000-0000-0000-000000000000
   at Shop.Orders.Messaging.StreamResolver.Resolve(Object message) in /src/Orders/Messaging/StreamResolver.cs:line 22'
    WHEN 12 THEN 'Azure.Messaging.ServiceBus.ServiceBusException: The message (id ' || what || ', size 1104233 bytes) is larger than is currently allowed (262144 bytes). (MessageSizeExceeded)
   at Azure.Messaging.ServiceBus.ServiceBusMessageBatch.TryAddMessage(ServiceBusMessage message)
   at Shop.Orders.Messaging.EventPublisher.PublishAsync(IEvent message) in /src/Orders/Messaging/EventPublisher.cs:line 70'
    WHEN 13 THEN 'Shop.Orders.Bodies.ClaimProviderException: no provider ''blob-archive-eu'' is configured for the claim of ' || what || '
   at Shop.Orders.Bodies.ClaimResolver.Resolve(BodyClaim claim) in /src/Orders/Bodies/ClaimResolver.cs:line 38'
    WHEN 14 THEN 'Shop.Orders.Bodies.ClaimIntegrityException: SHA-256 of the body of ' || what || ' differs from its claim
   at Shop.Orders.Bodies.ClaimResolver.Verify(BodyClaim claim, Stream body) in /src/Orders/Bodies/ClaimResolver.cs:line 71'
    WHEN 15 THEN 'Whizbang.Core.CompositeLimitException: the composite event has 1,204 inner events, the limit is 1,000
   at Shop.Orders.Imports.CatalogueImport.RunAsync(String file) in /src/Orders/Imports/CatalogueImport.cs:line 204'
    WHEN 16 THEN 'System.InvalidOperationException: inner event 17 of ' || what || ' has no registered type ''Shop.Orders.Contracts.GiftWrapChosen''
   at Shop.Orders.Messaging.CompositeExpander.Expand(CompositeEvent composite) in /src/Orders/Messaging/CompositeExpander.cs:line 93'
    WHEN 18 THEN 'PoisonRedeliveryLoop: seen 9 times without an outcome'
    ELSE 'System.NullReferenceException: Object reference not set to an instance of an object.
   at Shop.Orders.Shipping.LabelPrinter.Print(Parcel parcel) in /src/Orders/Shipping/LabelPrinter.cs:line 88
   at Shop.Orders.Receptors.ShipmentReceptor.HandleAsync(ParcelPacked message) in /src/Orders/Receptors/ShipmentReceptor.cs:line 31'
    END
$$;
