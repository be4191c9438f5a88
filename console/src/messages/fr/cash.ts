import { countIn } from "../plural.ts";
import type { Texts } from "../texts.ts";

const count = countIn("fr");

export const cash: Texts["cash"] = {
  about: "Ce que les transporteurs ont encaissé aux portes, et ce qu’ils en ont versé.",
  owed: "Qui doit quoi",
  owedNothing: "Aucun transporteur ne doit d’argent.",
  owedNothingHint:
    "L’argent est dû dès qu’un colis est livré, jusqu’à ce que le relevé du transporteur soit enregistré.",
  parcels: (parcels) => count(parcels, { one: "# colis", other: "# colis" }),
  oldest: (when) => `le plus ancien du ${when}`,
  noCarrier: "sans transporteur",
  statement: "Relevé d’un transporteur",
  carrier: "Transporteur",
  chooseCarrier: "Choisissez le transporteur",
  paidAt: "Versé le",
  drop: "Déposez le relevé ici",
  orPaste: "ou collez ses lignes, avec celle des titres",
  chooseFile: "Choisir un fichier",
  otherFile: "Un autre relevé",
  columns:
    "Une colonne avec le numéro de suivi ou de commande, une avec le montant. Les titres français, arabes et anglais sont connus.",
  matching: "Comparaison avec les commandes…",
  unreadable:
    "Ce relevé est illisible : il faut une ligne de titres, avec une colonne pour le numéro de suivi ou de commande et une pour le montant.",
  matched: (matched, all) => `${matched} lignes sur ${all} correspondent`,
  delivered: (orders) => count(orders, { one: "# commande devient livrée", other: "# commandes deviennent livrées" }),
  wrong: (rows) => count(rows, { one: "# ligne ne correspond pas", other: "# lignes ne correspondent pas" }),
  wrongHint: "Elles ne changent rien. Les autres peuvent être enregistrées maintenant, celles-ci plus tard.",
  row: "Ligne",
  number: "Numéro",
  stated: "Relevé",
  expected: "Attendu",
  why: "Ce qui ne va pas",
  missing: (parcels) => count(parcels, { one: "# colis livré n’y est pas", other: "# colis livrés n’y sont pas" }),
  missingHint: "Leur argent a été encaissé et reste dû.",
  missingNone: "Aucun colis ne manque.",
  more: (rows) => count(rows, { one: "et # autre", other: "et # autres" }),
  record: (rows) => count(rows, { one: "Enregistrer # versement", other: "Enregistrer # versements" }),
  nothing: "Rien à enregistrer",
  recorded: (rows, amount) =>
    count(rows, { one: `# versement enregistré : ${amount}`, other: `# versements enregistrés : ${amount}` }),
  undoHint: "Les commandes devenues livrées le restent.",
  undone: "Les versements sont retirés",
  another: "Un autre relevé",
  reasons: {
    unreadable: "Pas de numéro ou pas de montant",
    unknown: "Aucune commande n’a ce numéro",
    ambiguous: "Plusieurs colis ont ce numéro",
    same_order: "La commande est déjà dans une ligne plus haut",
    other_carrier: "Partie avec un autre transporteur",
    not_shipped: "Pas encore expédiée",
    cancelled: "Commande annulée",
    returned: "Colis retourné",
    paid_otherwise: "Rien n’était à encaisser",
    different_amount: "Un autre montant",
    already_remitted: "Déjà versée",
    not_remitted: "Aucun versement n’est enregistré",
  },
};
