import type { CarrierInput } from "../../carriers/carriers.ts";
import { WILAYAS } from "../../shipping/shipping.ts";
import type { DemoCustomer, DemoOrder, DemoPromotion, DemoShippingRate } from "../shapes.ts";

/** What a parcel costs by how far it goes: to the door, and to the carrier's desk. */
const ZONES = [
  { home: 400, desk: 250, codes: ["16"] },
  { home: 500, desk: 300, codes: ["9", "35", "42"] },
  {
    home: 1100,
    desk: 700,
    codes: ["3", "7", "17", "30", "32", "39", "45", "47", "51", "55", "57", "58", "59", "68", "69"],
  },
  { home: 1600, desk: 1000, codes: ["1", "8", "11", "33", "37", "49", "50", "52", "53", "54", "56"] },
];
const ELSEWHERE = { home: 700, desk: 450 };

const zoneOf = (code: string) => ZONES.find(({ codes }) => codes.includes(code)) ?? ELSEWHERE;

export const shippingRates: DemoShippingRate[] = [
  { region: "*", ...ELSEWHERE },
  ...WILAYAS.map(({ code }) => ({ region: code, home: zoneOf(code).home, desk: zoneOf(code).desk })),
];

export const carriers: CarrierInput[] = [
  {
    name: "Rapide Express",
    tracking_url: "https://rapide-express.example/suivi/{tracking_number}",
    home_cost: 380,
    desk_cost: 230,
    return_cost: 150,
  },
  {
    name: "Sud Colis",
    tracking_url: "https://sud-colis.example/colis?numero={tracking_number}",
    regions: ["1", "8", "11", "33", "37", "49", "50", "52", "53", "54", "56"],
    methods: ["desk"],
    desk_cost: 850,
    return_cost: 400,
  },
];

export const promotions: DemoPromotion[] = [
  {
    title: "15 % sur la beauté – خصم 15% على منتجات التجميل",
    message: "15 % de remise sur les soins",
    discount_type: "percentage",
    discount_value: 15,
    target: { categories: ["soins"] },
    is_combinable: true,
    is_discoverable: true,
  },
  {
    title: "Livraison offerte dès 15 000 DA – توصيل مجاني",
    message: "La livraison est offerte",
    discount_type: "free_shipping",
    min_order_amount: 15_000,
    is_combinable: true,
    is_discoverable: true,
  },
  {
    title: "Deux savons achetés, le troisième offert",
    message: "Le troisième savon est offert",
    discount_type: "buy_x_get_y",
    discount_value: 100,
    buy_quantity: 2,
    get_quantity: 1,
    target: { categories: ["savons"] },
    is_combinable: true,
    is_discoverable: true,
  },
  {
    title: "10 % de bienvenue – مرحبا بكم",
    code: "BIENVENUE10",
    discount_type: "percentage",
    discount_value: 10,
    max_discount_amount: 2_000,
    usage_limit_per_customer: 1,
    is_combinable: true,
    is_discoverable: true,
  },
  {
    title: "1 000 DA offerts dès 8 000 DA",
    code: "MERCI1000",
    discount_type: "fixed_amount",
    discount_value: 1_000,
    min_order_amount: 8_000,
    is_combinable: true,
    is_discoverable: true,
  },
  {
    title: "Soldes d'été",
    code: "ETE25",
    discount_type: "percentage",
    discount_value: 25,
    starts_days_ago: 120,
    ends_days_ago: 30,
  },
  {
    title: "Vente flash",
    code: "FLASH20",
    discount_type: "percentage",
    discount_value: 20,
    usage_limit: 2,
    is_combinable: true,
  },
];

export const customers: DemoCustomer[] = [
  {
    email: "amina@example.dz",
    full_name: "Amina Belkacem – أمينة بلقاسم",
    phone: "0550 10 20 30",
    address: { line1: "14, rue Didouche Mourad", city: "Alger Centre", state: "Alger", postal_code: "16000" },
  },
  {
    email: "yacine@example.dz",
    full_name: "Yacine Haddad",
    phone: "0661 44 55 66",
    address: { line1: "Cité 200 logements, bât. 7", city: "Bir El Djir", state: "Oran", postal_code: "31130" },
  },
  {
    email: "lynda@example.dz",
    full_name: "Lynda Aït Ouarab",
    phone: "0770 77 88 99",
    address: { line1: "Route de l'université", city: "Tizi Ouzou", state: "Tizi Ouzou", postal_code: "15000" },
  },
];

const amina = { customer: "amina@example.dz", wilaya: "16 - Alger", commune: "Alger Centre" };
const yacine = { customer: "yacine@example.dz", wilaya: "Oran", commune: "Bir El Djir" };
const lynda = { customer: "lynda@example.dz", wilaya: "تيزي وزو", commune: "Tizi Ouzou" };
const guest = (name: string, phone: string, wilaya: string, commune: string) => ({ name, phone, wilaya, commune });

const SHIPPED = ["confirmed", "processing", "shipped"] as const;
const DELIVERED = [...SHIPPED, "delivered"] as const;

/** Two dozen over the last sixty days, in all states, oldest first. */
export const orders: DemoOrder[] = [
  { ...amina, days_ago: 59, items: [["couscoussier-inox", 1]], coupon: "BIENVENUE10", moves: DELIVERED, is_paid: true },
  { ...yacine, days_ago: 57, items: [["mortier-bois-olivier", 1], ["ras-el-hanout", 3]], coupon: "FLASH20", moves: DELIVERED, is_paid: true },
  { ...guest("Samir Bouzid", "0555 12 12 12", "Blida", "Boufarik"), days_ago: 54, items: [["huile-olive-vierge-1l", 4]], coupon: "FLASH20", moves: DELIVERED, is_paid: true },
  { ...guest("Nadia Cherif", "0662 31 31 31", "25", "El Khroub"), days_ago: 51, items: [["chef-knife-20cm", 2]], moves: ["cancelled"], reason: "unreachable" },
  { ...lynda, days_ago: 48, items: [["vase-poterie-kabyle", 2], ["savon-noir-eucalyptus", 3]], moves: DELIVERED, is_paid: true },
  { ...guest("Rachid Mansouri", "0773 90 90 90", "سطيف", "العلمة"), days_ago: 45, items: [["enceinte-bluetooth", 1]], method: "desk", moves: [...DELIVERED, "returned"], reason: "changed_mind", is_paid: true, is_refunded: true },
  { ...amina, days_ago: 41, items: [["eau-de-rose", 2], ["eau-fleur-oranger", 1]], moves: DELIVERED, is_paid: true },
  { ...guest("Karim Ziani", "0551 77 66 55", "Tamanrasset", "Tamanrasset"), days_ago: 38, items: [["chargeur-rapide-65w", 2]], method: "desk", moves: DELIVERED, is_paid: true },
  { ...guest("Houria Saadi", "0699 15 15 15", "Béjaïa", "Akbou"), days_ago: 35, items: [["lanterne-ramadan", 3]], moves: [...SHIPPED, "returned"], reason: "refused" },
  { ...yacine, days_ago: 33, items: [["burnous-laine", 1]], moves: DELIVERED, is_paid: true },
  { ...guest("Farid Ouali", "0770 22 33 44", "Annaba", "Annaba"), days_ago: 29, items: [["dattes-deglet-nour-1kg", 4]], moves: DELIVERED, is_paid: true },
  { ...lynda, days_ago: 26, items: [["robe-kabyle-brodee", 1]], coupon: "BIENVENUE10", moves: DELIVERED, is_paid: true },
  { ...guest("Djamel Rahmani", "0558 64 64 64", "Ghardaïa", "Ghardaïa"), days_ago: 22, items: [["casque-audio-filaire", 1]], moves: ["confirmed", "cancelled"], reason: "changed_mind" },
  { ...guest("Wassila Kaci", "0667 01 02 03", "Boumerdès", "Boumerdès"), days_ago: 19, items: [["savon-noir-eucalyptus", 6], ["gant-kessa", 2]], moves: DELIVERED, is_paid: true },
  { ...amina, days_ago: 15, items: [["lampe-cuivre-ajouree", 1]], coupon: "MERCI1000", moves: DELIVERED, is_paid: true },
  { ...guest("Mourad Tlemçani", "0776 48 48 48", "13", "Mansourah"), days_ago: 12, items: [["miel-sidr-500g", 2]], moves: SHIPPED },
  { ...guest("Salima Derradji", "0552 36 36 36", "Batna", "Batna"), days_ago: 10, items: [["parfum-musc-ambre", 1]], moves: SHIPPED },
  { ...yacine, days_ago: 8, items: [["power-bank-20000", 1], ["chargeur-rapide-65w", 1]], coupon: "MERCI1000", moves: SHIPPED },
  { ...guest("Omar Benyahia", "0661 59 59 59", "Mostaganem", "Mostaganem"), days_ago: 6, items: [["kilim-aures", 1]], moves: ["confirmed", "processing"] },
  { ...guest("Zohra Mebarki", "0774 80 80 80", "الجلفة", "الجلفة"), days_ago: 5, items: [["the-vert-gunpowder", 5], ["sac-cabas-alfa", 1]], method: "desk", moves: ["confirmed", "processing"] },
  { ...lynda, days_ago: 3, items: [["boucles-oreilles-filigrane", 2]], moves: ["confirmed"] },
  { ...guest("Adel Khelifi", "0556 27 27 27", "Skikda", "Collo"), days_ago: 2, items: [["huile-olive-bidon-5l", 2]], moves: ["confirmed"] },
  { ...guest("Imene Boudiaf", "0668 93 93 93", "16", "Kouba"), days_ago: 1, items: [["hijab-mousseline", 3]], moves: [] },
  { ...amina, days_ago: 0, items: [["bols-ceramique-bleus", 1], ["cafe-torrefie-alger", 2]], moves: [], notes: "Appelez avant de livrer, merci. – شكرا" },
]; // biome-ignore format: a table
