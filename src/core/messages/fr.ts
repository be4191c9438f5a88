import { excerpt } from "../text/excerpt.ts";
import { quoted as quotedIn } from "../text/quotes.ts";
import { capitalised, type FieldName, nameOf } from "./fields.ts";
import type { MessagesFor } from "./types.ts";

const NAMES: Record<FieldName, string> = {
  address_default: "le choix de l’adresse par défaut",
  address_label: "le nom de l’adresse",
  body: "le contenu de la requête",
  cart: "le panier",
  cart_total: "le total du panier",
  category: "la catégorie",
  collection: "la collection",
  commune: "la commune",
  country: "le pays",
  coupon: "le code promo",
  current_password: "le mot de passe actuel",
  delivery_address: "l’adresse de livraison",
  delivery_method: "le mode de livraison",
  email: "l’adresse e-mail",
  facets: "le choix des filtres",
  idempotency_key: "la clé d’idempotence",
  in_stock: "le filtre par disponibilité",
  items: "la liste des articles",
  limit: "le nombre de résultats par page",
  line1: "l’adresse",
  line2: "le complément d’adresse",
  max_price: "le prix maximum",
  min_price: "le prix minimum",
  name: "le nom",
  notes: "la remarque",
  offset: "le nombre de résultats à passer",
  order_status: "le statut de la commande",
  password: "le mot de passe",
  payment_method: "le mode de paiement",
  phone: "le numéro de téléphone",
  pictures: "le choix des images",
  postal_code: "le code postal",
  product: "le produit",
  quantity: "la quantité",
  search: "le texte à rechercher",
  sort_by: "le critère de tri",
  sort_order: "le sens du tri",
  state: "la région",
  tag: "l’étiquette",
  token: "le jeton du lien",
  town: "la ville",
  variant: "la variante",
  vendor: "la marque",
  wilaya: "la wilaya",
};

const quoted = (text: string): string => quotedIn.fr(excerpt(text));

/** The name of the field at a path. */
const the = (path: string): string => nameOf(path, NAMES, (step) => `le champ ${quoted(step)}`);
const The = (path: string): string => capitalised(the(path));

export const french: MessagesFor = ({ count, plural }) => {
  const counted = (number: number, one: string, other: string) => `${count(number)} ${plural(number, { one, other })}`;
  const characters = (number: number) => counted(number, "caractère", "caractères");
  const retry = (seconds: number) => `Réessayez dans ${counted(seconds, "seconde", "secondes")}.`;
  const orderable = (available: number, product: string) =>
    plural(available, {
      one: `Seul ${count(available)} exemplaire de ${quoted(product)} peut être commandé`,
      other: `Seuls ${count(available)} exemplaires de ${quoted(product)} peuvent être commandés`,
    });
  const soldOut = (product: string) => `Ce produit est épuisé\u00a0: ${quoted(product)}.`;
  return {
    // No sentence has a word that would have to agree with the gender of the field.
    field: {
      required: (path) => `Indiquez ${the(path)}.`,
      invalid: (path) => `${The(path)} n’est pas valide.`,
      text: (path) => `${The(path)} doit être un texte.`,
      number: (path) => `${The(path)} doit être un nombre.`,
      wholeNumber: (path) => `${The(path)} doit être un nombre entier.`,
      trueOrFalse: (path) => `${The(path)} doit valoir true ou false.`,
      atLeast: (path, min) => `${The(path)} doit être de ${count(min)} au minimum.`,
      atMost: (path, max) => `${The(path)} ne doit pas dépasser ${count(max)}.`,
      oneOf: (path, values) => `${The(path)} doit avoir l’une de ces valeurs\u00a0: ${values}.`,
      tooLong: (path, max) => `${The(path)} ne doit pas dépasser ${characters(max)}.`,
      length: (path, min, max) => `${The(path)} doit comporter de ${count(min)} à ${characters(max)}.`,
      tooLarge: (path) => `${The(path)} dépasse la taille autorisée.`,
      tooManyItems: (path, max) => `${The(path)} ne doit pas dépasser ${counted(max, "élément", "éléments")}.`,
      unstorable: (path) => `${The(path)} contient un caractère qui ne peut pas être enregistré.`,
    },
    request: {
      notFound: "Il n’y a rien à cette adresse.",
      methodNotAllowed: (method, allowed) => `${method} n’est pas autorisé ici. Autorisé\u00a0: ${allowed}.`,
      invalid: "La requête n’est pas valide.",
      storeSuspended: "Cette boutique est fermée pour le moment.",
      invalidKey: "Envoyez une clé API valide de la boutique dans l’en-tête x-api-key.",
      invalidJson: "Le contenu de la requête n’est pas un JSON valide.",
      tooComplex: "Le contenu de la requête est trop imbriqué ou trop volumineux.",
      tooLarge: "Le contenu de la requête dépasse la taille acceptée par ce serveur.",
      notJson: "Envoyez le contenu de la requête en application/json.",
      wrongLength: "L’en-tête Content-Length ne correspond pas au contenu de la requête.",
      nullCharacter: "L’adresse ne doit pas contenir le caractère U+0000.",
      invalidHost: "L’en-tête Host ne désigne pas un hôte valide.",
      internalError:
        "Une erreur inattendue s’est produite. Communiquez l’identifiant de la requête (request_id) au support.",
      tooMany: {
        address: (seconds) => `Trop de requêtes depuis cette adresse. ${retry(seconds)}`,
        key: (seconds) => `Trop de requêtes avec cette clé. ${retry(seconds)}`,
        "sign-ins": (seconds) => `Trop de tentatives de connexion depuis cette adresse. ${retry(seconds)}`,
        account: (seconds) => `Trop de tentatives de connexion à ce compte. ${retry(seconds)}`,
        codes: (seconds) => `Trop de codes essayés depuis cette adresse. ${retry(seconds)}`,
      },
      inProgress: "La première requête avec cette clé est encore en cours. Réessayez.",
      keyReused:
        "Cette clé a déjà servi pour une autre requête ou un autre appelant\u00a0: utilisez une nouvelle clé pour une nouvelle requête.",
    },
    server: {
      busyRecords: "Trop de demandes concernent les mêmes données au même moment. Réessayez.",
      busyStore: "Le serveur est surchargé. Réessayez dans un instant.",
      busyReading: "Trop de recherches et de rapports sont en cours. Réessayez dans un instant.",
      busySignIns: "Trop de personnes se connectent en même temps. Réessayez dans un instant.",
      unavailable: "La base de données est momentanément indisponible. Réessayez.",
    },
    catalogue: {
      noProduct: (slug) => `Cette boutique n’a pas de produit ${quoted(slug)}.`,
      noCollection: (slug) => `Cette boutique n’a pas de collection ${quoted(slug)}.`,
      noMenu: (handle) => `Cette boutique n’a pas de menu ${quoted(handle)}.`,
      noPage: (slug) => `Cette boutique n’a pas de page ${quoted(slug)}.`,
      noPost: (slug) => `Cette boutique n’a pas d’article de blog ${quoted(slug)}.`,
      priceRange: "Le prix minimum ne doit pas dépasser le prix maximum.",
      tooManyOptions: (max) => `Vous pouvez filtrer par ${counted(max, "option", "options")} au maximum.`,
    },
    cart: {
      none: "Ce panier n’existe pas ou a expiré.",
      noItem: "Cet article n’est pas dans le panier.",
      noProduct: "Cette boutique n’a pas ce produit.",
      noVariant: "Ce produit n’existe pas dans cette variante.",
      chooseVariant: "Ce produit existe en plusieurs variantes\u00a0: choisissez-en une (variant_id).",
      full: (max) => `Un panier contient au maximum ${counted(max, "article différent", "articles différents")}.`,
      tooManyUnits: (max) =>
        `Un panier contient au maximum ${counted(max, "exemplaire", "exemplaires")} d’un même article.`,
      tooExpensive: "Le total du panier serait trop élevé.",
      converted: "Ce panier a déjà été commandé\u00a0: créez un nouveau panier.",
      empty: "Le panier ne contient aucun article qui puisse être commandé.",
      inStock: (available, product) => (available > 0 ? `${orderable(available, product)}.` : soldOut(product)),
      unavailable: (product) => `Ce produit n’est plus en vente\u00a0: ${quoted(product)}.`,
    },
    order: {
      none: "Cette boutique n’a pas de commande portant ce numéro.",
      refused: "La boutique ne peut pas accepter cette commande en ligne. Veuillez la contacter.",
      tooExpensive: "Le total de la commande est trop élevé.",
      tooManyCodes: (max) => `Vous pouvez utiliser ${counted(max, "code", "codes")} au maximum à la fois.`,
      inStock: (available, product, wanted) =>
        available > 0 ? `${orderable(available, product)}, et non ${count(wanted)}.` : soldOut(product),
    },
    customer: {
      signIn: "Connectez-vous pour continuer.",
      signInAgain: "Votre session a expiré. Reconnectez-vous.",
      invalidCredentials: "L’adresse e-mail ou le mot de passe est incorrect.",
      wrongPassword: "Le mot de passe actuel est incorrect.",
      resetLinkEnded: "Ce lien a déjà servi, ou date de plus d’une heure. Demandez-en un nouveau.",
      emailTaken: "Un compte existe déjà avec cette adresse e-mail dans cette boutique.",
      noAddress: "Cette adresse n’est pas dans votre carnet d’adresses.",
      tooManyAddresses: (max) => `Votre carnet contient au maximum ${counted(max, "adresse", "adresses")}.`,
    },
  };
};
