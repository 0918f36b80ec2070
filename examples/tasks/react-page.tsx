// A page without a key: it calls the proxy of its own server.
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { createVehicleLookup } from '@vehicle-lookup/client';
import { vehicleLookupQueries } from '@vehicle-lookup/client/query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

const queries = vehicleLookupQueries(createVehicleLookup({ baseUrl: '/vehicles' }));
const client = new QueryClient();

function Vehicle({ vin }: { vin: string }) {
  const vehicle = useQuery(queries.decodeVin(vin));
  const fluids = useQuery(queries.getFluids(vehicle.data?.carId));
  if (vehicle.error)
    return <p>{vehicle.error.code === 'not_found' ? 'This VIN is unknown.' : vehicle.error.message}</p>;
  if (fluids.error) return <p>{fluids.error.message}</p>;
  if (!vehicle.data || !fluids.data) return <p>Looking it up …</p>;
  return (
    <>
      <h1>{`${vehicle.data.make} ${vehicle.data.model}`}</h1>
      <ul>
        {fluids.data.map(({ ItemMPText, QualColTextStr, ValueText }) => (
          <li key={`${ItemMPText} ${QualColTextStr} ${ValueText?.text}`}>
            {ItemMPText}: {ValueText?.text} {ValueText?.unit}
          </li>
        ))}
      </ul>
    </>
  );
}

const vin = new URLSearchParams(location.search).get('vin') ?? 'WVWZZZ1KZAW000001';
createRoot(document.body).render(
  <StrictMode>
    <QueryClientProvider client={client}>
      <Vehicle vin={vin} />
    </QueryClientProvider>
  </StrictMode>,
);
