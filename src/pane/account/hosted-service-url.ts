/** The service that whoever hosts these pages has named in them (`npm run manifest -- --pages … --service-url …`): a proposal, which the form shows. */
export const hostedServiceUrl = (): string | undefined => document.querySelector<HTMLMetaElement>('meta[name="service-url"]')?.content;
