// A page without a key: it calls the proxy of its own server.
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { createVehicleLookup } from '@vehicle-lookup/client';
import { vehicleLookupQueries } from '@vehicle-lookup/client/query';

const queries = vehicleLookupQueries(createVehicleLookup({ baseUrl: '/vehicles' }));
const client = new QueryClient();

function Vehicle({ vin }: { vin: string }) {
  const { data, error } = useQuery(queries.decodeVin(vin));
  if (error) return <p>{error.code === 'not_found' ? 'Nobody knows this VIN.' : error.message}</p>;
  return <p>{data ? `${data.make} ${data.model}` : 'Looking it up …'}</p>;
}

export const Page = () => (
  <QueryClientProvider client={client}>
    <Vehicle vin="WVWZZZ1KZAW000001" />
  </QueryClientProvider>
);
