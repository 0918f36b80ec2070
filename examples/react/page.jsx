import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { createVehicleLookup } from '@vehicle-lookup/client';
import { vehicleLookupQueries } from '@vehicle-lookup/client/query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

// The server of this page has the key, and answers below this path.
const queries = vehicleLookupQueries(createVehicleLookup({ baseUrl: '/vehicles' }));

function Vehicle({ vin }) {
  const vehicle = useQuery(queries.decodeVin(vin));
  const fluids = useQuery(queries.getFluids(vehicle.data?.carId));
  const error = vehicle.error ?? fluids.error;
  if (error) return <output>{error.message}</output>;
  if (!fluids.data) return <output>…</output>;
  return (
    <>
      <output>{[vehicle.data.make, vehicle.data.model].filter(Boolean).join(' ')}</output>
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

const vin = new URLSearchParams(location.search).get('vin') ?? '';
createRoot(document.body).render(
  <StrictMode>
    <QueryClientProvider client={new QueryClient()}>
      <Vehicle vin={vin} />
    </QueryClientProvider>
  </StrictMode>,
);
