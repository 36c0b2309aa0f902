/**
 * The inline script of the head. Before the first paint it sets `dark` on the root element, and `data-session` when a
 * user's token is stored, so that neither the wrong theme nor login links flash.
 */
export const beforePaint = `(function(){var r=document.documentElement,d,t;try{d=localStorage.getItem("darkMode");t=localStorage.getItem("userToken")}catch(e){}
if(d==="true"||d!=="false"&&matchMedia("(prefers-color-scheme: dark)").matches){r.classList.add("dark");document.querySelector("meta[name=theme-color]").content="#150e10"}
if(t)r.dataset.session="yes"})()`;
