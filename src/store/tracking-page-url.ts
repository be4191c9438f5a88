/** The member of `settings` that has the address of the storefront's page of an order, for its shopper. */
export const TRACKING_PAGE_URL = "tracking_page_url";

/** Whether it is an address of the web with a place for the number of an order. */
export const isTrackingPageUrl = (url: unknown): url is string =>
  typeof url === "string" && /^https?:\/\//i.test(url) && URL.canParse(url) && url.includes("{order_number}");
